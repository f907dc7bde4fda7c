"""The search is the one that was measured: its node-count signature does not change unnoticed."""

from loa_engine.search.bench import BENCH_POSITIONS, bench

# A change of the search or the evaluation alters this number on purpose; the changelog says so.
SIGNATURE = 1_443_074


def test_the_signature_is_the_one_on_record():
    reports = []
    result = bench(report=lambda text, info: reports.append((text, info.nodes)))
    assert [text for text, _ in reports] == list(BENCH_POSITIONS)
    assert sum(nodes for _, nodes in reports) == result.nodes == SIGNATURE
    assert result.nps > 0
