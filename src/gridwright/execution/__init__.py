"""Long work in parts: in this process, over worker processes that may die, or on a Dask cluster.

    executor = executor_of(workers=2)            InProcess, ProcessPool or Cluster
    executor.run(function, arguments)            (number, result) of each argument, as they are done
    run_parts(function, arguments, executor)     results in order; what a folder has is not done again

A part is a function of its argument alone, so the bytes that come out do not depend on where it runs, how often a
worker died, or how often the work was begun anew.
"""

from .executor import Cluster, Executor, InProcess, ProcessPool, executor_of, in_order
from .parts import Part, Result, code_digest, run_parts

__all__ = [
    "Cluster", "Executor", "InProcess", "Part", "ProcessPool", "Result", "code_digest", "executor_of", "in_order",
    "run_parts",
]  # fmt: skip
