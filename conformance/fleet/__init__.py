"""The parts of a run, handed to workers on other machines by way of Dask's ``distributed``.

``distributed`` itself is imported by ``engine.py``, where a scheduler is named, and on a worker.
"""
