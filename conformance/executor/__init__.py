"""Where work is done, behind one ``concurrent.futures.Executor``: here, or by Dask's workers."""
