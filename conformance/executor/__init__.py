"""Runs work behind one ``concurrent.futures.Executor``: in local processes or on Dask's workers."""
