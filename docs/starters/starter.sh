#!/bin/sh
# A candidate to begin with: it speaks the protocol and answers `metric`, naively.
# Replace the definition of metric by a call of your runner. Needs jq.
exec jq --unbuffered -c '
def number: if has("int") then .int | tonumber
  elif .float == "nan" then nan
  elif .float == "inf" then infinite
  elif .float == "-inf" then -infinite
  else .float | tonumber end;

def wire: {float: (if isnan then "nan" elif isinfinite then (if . < 0 then "-inf" else "inf" end)
  else tostring end)};

def aggregate($name): if $name == "sum" then add // 0
  elif length == 0 then error(if $name == "mean" then "ZeroDivisionError" else "ValueError" end)
  elif $name == "mean" then add / length
  elif $name == "max" then max
  else min end;

# One number a key; under the metric name where all trials together have at most one key.
def metric: .metric as $name
  | [.rewards[] | . // {}] as $trials
  | ($trials | map(keys[]) | unique) as $keys
  | def of($key): [$trials[] | .[$key] // {int: "0"} | number] | aggregate($name) | wire;
    if ($keys | length) < 2 then {($name): of($keys[0] // "")}
    else [$keys[] | {(.): of(.)}] | add end;

{id} + (if .op == "hello" then
    {result: {name: "starter", version: "0.1", language: "jq", ops: ["metric"]}}
  elif .op == "metric" then
    .input | try {result: metric} catch {error: .}
  else {unsupported: true} end)
'
