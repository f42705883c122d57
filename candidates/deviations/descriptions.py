"""What people call to add, average and read numbers, in one sentence each.

Rows of several operations that share a sentence are one cause of what goes wrong.
"""

LEFT_TO_RIGHT = (
    "numbers are added from left to right without correction, by a loop or by Python's sum()"
    " before 3.12"
)
ARRAY_REDUCE = (
    "sums are those of Array.reduce, of Rust's iter().sum() over f64 and of Go's loop over"
    " float64: every number is a binary64, added from left to right without correction"
)
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
SINGLE_PRECISION = "numbers are kept as binary32, as in a tensor of torch"

DECIMALS = "numbers are added as decimals of 28 digits that are made of their text"
STATISTICS_MEAN = "means are statistics.mean's: exact, and rounded once"
RUNNING_MEAN = "means are kept up to date with each value, as by Welford's algorithm"
DIVIDED_FIRST = "each value is divided by the count before it is added"

NUMPY_EXTREME = "max and min are numpy's: a nan anywhere makes the result nan"
PANDAS_EXTREME = "max and min are those of pandas: a nan is skipped, and those of nothing are nan"
POLARS_EXTREME = "max and min are those of polars: a nan is passed over while there are numbers"
MATH_MAX = "max and min are Math.max and Math.min, which start from the infinities"
F64_MAX = "max and min fold f64::max and f64::min over the values from the infinities on"

NAN_LEFT_OUT = "a nan is left out of the mean"
ROUNDED_RESULT = "results are rounded for display"
ROUNDED_MEAN = "means are rounded when they are made, and other results are not"
IN_PERCENT = "results are given in percent"
NAN_IS_ZERO = "a nan counts as a number, 0 as a rule"
WITHOUT_NAMES = "`if rewards` leaves out None and empty objects alike"
ONE_NAME = "only one name is read"
FIRST_NAME = "the first name of a trial is taken for its reward"

GIVEN_BYTES = "the parser is given bytes and finds UTF-16 by itself"
PARSERS_ERROR = "the parser's own error is not caught: JSONDecodeError"
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
PARSE_FLOAT = "numbers in text are read by parseFloat(): what follows the number is passed over"
F64_FROM_STR = "numbers in text are read by Rust's text.trim().parse::<f64>()"
PARSE_FLOAT_OF_GO = (
    "numbers in text are read by Go's ParseFloat(strings.TrimSpace(text), 64): hexadecimal too,"
    " and an overflow is an error"
)
STRTOD = (
    "numbers in text are read by C's strtod() or atof(): what follows the number is passed over"
)
PARSE_DOUBLE = (
    "numbers in text are read by Java's Double.parseDouble(): hexadecimal and 1.5f too, and inf and"
    " nan only as Infinity and NaN"
)

DOUBLES = "every value is a binary64 before anything is done with it, as in JavaScript, Go and Rust"
SUMS_BY_FLOAT = "what is added passes Python's float(), which refuses an integer beyond its range"
BY_FLOAT = "each value passes Python's float(), which refuses an integer beyond its range"
