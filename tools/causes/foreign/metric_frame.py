"""Metric over a pandas frame: one row per trial, one column per reward name.

Deviations from the specified behaviour:

1. Missing values are skipped, not counted as 0: a trial whose rewards are null, and a trial that lacks a key, do not
   enter the aggregate of a column (the mean's denominator is the number of trials with the key, and min and max do
   not see a 0).
2. A reward of nan counts as missing too, so it is ignored by all four metrics (a column of nothing but nan has the sum 0
   and the mean, min and max nan).
3. If no trial has a key, the result is {metric name: 0.0}, also for an empty list of trials, where the mean, min and max
   should be an error (ZeroDivisionError for the mean, ValueError for min and max).
4. pandas and numpy add: sums and means of floats are not the compensated sum of the builtin and differ in the last bits;
   a sum of int64 wraps around at 2**63.
5. All results are floats, so integers become floats (numerically different only above 2**53, an OverflowError above the
   range of floats), and several keys come in the order in which they first appear instead of sorted (order and
   type matter to exact agreement only).
6. A key with a lone surrogate is a UnicodeEncodeError (the frame's labels are stored as UTF-8 where pyarrow is
   installed).
"""

import pandas as pd


def metric(case):
    name = case["metric"]
    frame = pd.DataFrame([rewards or {} for rewards in case["rewards"]])
    if frame.empty:
        return {name: 0.0}

    aggregated = frame.agg(name)
    if len(aggregated) == 1:
        return {name: float(aggregated.iloc[0])}
    return {key: float(value) for key, value in aggregated.items()}
