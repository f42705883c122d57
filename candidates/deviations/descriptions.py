"""What people call to add, average and read numbers, in one sentence each.

Rows of several operations that share a sentence are one cause of what goes wrong.
"""

ARRAY_REDUCE = (
    "sums are those of Array.reduce, of Rust's iter().sum() over f64 and of Go's loop over"
    " float64: every number is a binary64, added from left to right without correction"
)
LOOP = "sums are those of a loop that starts from 0.0, without correction"
KAHAN = "sums are those of a loop with Kahan's correction: every number is a binary64"
NEUMAIER = (
    "sums are those of a loop with Neumaier's correction: every number is a binary64, integers too"
)
DOUBLE_STREAM = "sums are DoubleStream.sum()'s: Kahan's algorithm, and the correction at the end"
FSUM = "sums are math.fsum's and means statistics.fmean's: the exact sum of binary64s, rounded once"
NUMPY = "sums and means are numpy's: pairwise by blocks of eight, without correction"
PANDAS = "sums and means are those of pandas: a nan is skipped, the rest is added as by numpy"
POLARS = (
    "sums and means are those of polars: from left to right, and from 128 values on in sixteen"
    " columns"
)

DECIMALS = "numbers are added as decimals of 28 digits that are made of their text"
STATISTICS_MEAN = "means are statistics.mean's: exact, and rounded once"
MEAN_OF_A_LOOP = "means are those of a loop that adds from left to right, without correction"
MEAN_OF_FLOATS = "means are those of a loop that starts from 0.0, without correction"
RUNNING_MEAN = "means are kept up to date with each value, as by Welford's algorithm"
DIVIDED_FIRST = "each value is divided by the count before it is added"


ONE_NAME = "only one name is read"

JSON_PARSE = (
    "JSON is read by JSON.parse: every number is a binary64, and NaN and Infinity are no JSON"
)
JSON_LOADS = (
    "JSON is read by Python's json.loads(): of one name the last holds, and no error but one"
)
ORJSON = "JSON is read by orjson: strict, integers of 64 bits, no lone surrogates"
SIMDJSON = "JSON is read by simdjson: strict, and integers beyond 64 bits are refused"
SERDE_JSON = (
    "JSON is read by serde_json: strict, 127 levels at most, and a float may be off in its last bit"
)
ENCODING_JSON = (
    "JSON is read by Go's encoding/json: every number is a binary64 and must fit it, and what is"
    " no character becomes U+FFFD"
)
JQ = "JSON is read by jq 1.6: numbers as one likes, and an infinity is the greatest binary64"

NUMBER = "numbers in text are read by Number(): nothing is 0, 0x10 is 16, and inf and nan are none"
