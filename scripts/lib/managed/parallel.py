"""Runs functions on all processors."""

import concurrent.futures
import os
import threading


def workers() -> int:
    return len(os.sched_getaffinity(0))


def in_parallel(function, items, stop: threading.Event = None,
                jobs: int = 0) -> list:
    """[function(i) for i in items], `jobs` at a time or on all processors; the
    first error ends it, without starting what has not started. It also sets
    `stop`, which functions that take long look at."""
    with concurrent.futures.ThreadPoolExecutor(jobs or workers()) as pool:
        futures = [pool.submit(function, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            if stop:
                stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
