#!/bin/sh
# A candidate to begin with: it speaks the protocol and answers `metric`, naively.
# Replace the definition of metric by a call of your runner. Needs jq 1.6 or later.
# With its mistakes corrected, it is CONFORMANT for `--operation metric --level common`.
# For the rare and extreme clauses, such as comparing integers beyond 2**53 with floats,
# take a language that has exact integers: starter.mjs or starter.py.
exec jq --unbuffered -Rr '
def float: if . == "nan" then nan elif . == "inf" then infinite
  elif . == "-inf" then -infinite else tonumber end;
def wire: {float: (if isnan then "nan" elif isinfinite then (if . < 0 then "-inf" else "inf" end)
  else tostring end)};

# jq has only floats, so integers stay text and are added and divided in groups of seven digits.
def sign: if startswith("-") then -1 else 1 end;
def groups: sign as $sign | ltrimstr("-")
  | [range(length; 0; -7) as $to | .[([$to - 7, 0] | max):$to] | tonumber * $sign];
def carry: reduce .[] as $group ([[], 0]; (.[1] + $group) as $sum | ($sum / 1e7 | floor) as $carry
  | [.[0] + [$sum - $carry * 1e7], $carry]) | .[0] + [.[1]];
def text: map(("000000" + tostring)[-7:]) | add;
def sum: map(groups) | transpose | map(add) | (carry | last < 0) as $negative
  | if $negative then map(-.) else . end | carry | reverse | text | sub("^0+(?=.)"; "")
  | if $negative then "-" + . else . end;
def divide($by): sign as $sign | ltrimstr("-")
  | reduce ((groups | reverse[]), (range(9) | 0)) as $group ([[], 0]; (.[1] * 1e7 + $group) as $left
    | ($left / $by | floor) as $digits | [.[0] + [$digits], $left - $digits * $by])
  | (.[0][:-9] | text) + "." + (.[0][-9:] | text) + (if .[1] > 0 then "1" else "" end)
  | tonumber * $sign;

def value: .int // .float | float;
def total: (map(has("float")) | index(true)) as $first
  | if $first == null then {int: map(.int) | sum}
    else [(.[:$first] | map(.int) | sum | float), (.[$first:][] | value)] | add | wire end;
def mean: length as $length | total
  | if has("int") then .int | divide($length) else .float | float / $length end | wire;
def aggregate($name): if $name == "sum" then total
  elif length == 0 then error(if $name == "mean" then "ZeroDivisionError" else "ValueError" end)
  elif $name == "mean" then mean
  elif $name == "max" then max_by(value)
  else min_by(value) end;

# One number a key; under the metric name where all trials together have at most one key.
def metric: .metric as $name
  | [.rewards[] | . // {}] as $trials
  | ($trials | map(keys[]) | unique) as $keys
  | def of($key): [$trials[] | .[$key] // {int: "0"}] | aggregate($name);
    if ($keys | length) < 2 then {($name): of($keys[0] // "")}
    else [$keys[] | {(.): of(.)}] | add end;

# jq refuses lone surrogates: until the answer is written, "\ud" is another character.
split("\\\\") | join("\\u005c") | split("\\ud") | join("\ufdd0d") | fromjson
| {id} + (if .op == "hello" then
    {result: {name: "starter", version: "0.1", language: "jq", ops: ["metric"]}}
  elif .op == "metric" then
    .input | try {result: metric} catch {error: .}
  else {unsupported: true} end)
| tojson | split("\ufdd0d") | join("\\ud")
'
