"""Several threads that search the same root and share one transposition table (lazy SMP).

Each thread has a driver of its own and starts at another depth; what one finds, the table tells the
others. The first to finish a depth reports it, and the first to reach a limit ends the search.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import replace

from loa_engine.search.clock import Clock
from loa_engine.search.driver import Driver
from loa_engine.search.limits import Info, Limit

__all__ = ["iterate_together"]

_Report = list[Info] | BaseException | None


def iterate_together(drivers: list[Driver], limit: Limit) -> Iterator[list[Info]]:
    """Search with all drivers; yield the lines of each new depth, whoever finds them first.

    The caller's thread only waits, so that Ctrl-C reaches it at once.
    """
    reports: queue.SimpleQueue[_Report] = queue.SimpleQueue()
    share = limit
    if limit.nodes is not None:
        share = replace(limit, nodes=max(1, limit.nodes // len(drivers)))
    threads = [
        threading.Thread(target=_work, args=(driver, share, 1 + number % 2, reports), daemon=True)
        for number, driver in enumerate(drivers)
    ]
    for thread in threads:
        thread.start()
    try:
        yield from _merged(reports, drivers)
    finally:
        for driver in drivers:
            driver.stop()
        for thread in threads:
            thread.join()


def _work(
    driver: Driver, limit: Limit, first_depth: int, reports: queue.SimpleQueue[_Report]
) -> None:
    """Run one driver to its end; None or the error goes last into the queue."""
    try:
        for infos in driver.iterations(limit, Clock(limit), first_depth=first_depth):
            reports.put(infos)
        reports.put(None)
    except BaseException as error:
        reports.put(error)


def _merged(reports: queue.SimpleQueue[_Report], drivers: list[Driver]) -> Iterator[list[Info]]:
    """The reports that say more than those before, until the first driver is done.

    A report says more if it goes deeper or, whatever its depth, to a proved end of the game: the
    table may have told a thread of it early.
    """
    most, deepest = (False, 0), 0
    while (report := reports.get()) is not None:
        if isinstance(report, BaseException):
            raise report
        best = report[0]
        says = (best.score.is_decided and best.bound == "exact", best.depth)
        if says > most:
            most, deepest = says, max(deepest, best.depth)
            nodes = sum(driver.nodes for driver in drivers)
            yield [replace(info, nodes=nodes, depth=deepest) for info in report]
