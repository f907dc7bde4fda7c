"""The engine under asyncio: reports, waiting turns, cancelling, leaving early, errors."""

import asyncio
from contextlib import aclosing

import pytest

from loa_engine import AsyncEngine, Engine, Game, GameOverError, Limit, LimitError, Position

START = Position.start()
ENDLESS = Limit(infinite=True)


def run(main):
    return asyncio.run(asyncio.wait_for(main(), 60))


def test_the_answer_is_that_of_the_engine():
    async def main():
        return await AsyncEngine(1).analyse(START, Limit(depth=4))

    found, expected = run(main), Engine(1).analyse(START, Limit(depth=4))
    assert (found.pv, found.nodes) == (expected.pv, expected.nodes)


def test_reports_come_while_the_loop_goes_on():
    async def main():
        engine, ticks, depths = AsyncEngine(1), 0, []

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        clock = asyncio.create_task(tick())
        async with aclosing(engine.analysis(START, ENDLESS)) as reports:
            async for info in reports:
                depths.append(info.depth)
                if info.depth == 4:
                    break
        clock.cancel()
        return ticks, depths

    ticks, depths = run(main)
    assert depths == [1, 2, 3, 4]
    assert ticks > 0


def test_cancelling_the_task_ends_the_search():
    async def main():
        engine = AsyncEngine(1)
        task = asyncio.create_task(engine.analyse(START, ENDLESS))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await engine.analyse(START, Limit(depth=2))  # it is free again

    assert run(main).depth == 2


def test_a_search_is_stopped_with_what_it_has():
    async def main():
        engine = AsyncEngine(1)
        task = asyncio.create_task(engine.analyse(START, Limit(depth=90)))
        while not task.done():
            engine.stop()
            await asyncio.sleep(0.01)
        return task.result()

    assert run(main).best_move in START.legal_moves()


def test_searches_wait_for_each_other():
    async def main():
        engine = AsyncEngine(1)
        searches = (engine.analyse(START, Limit(depth=depth)) for depth in (3, 2, 4))
        return [info.depth for info in await asyncio.gather(*searches)]

    assert run(main) == [3, 2, 4]


def test_a_game_may_go_on_during_its_search():
    async def main():
        engine, game = AsyncEngine(1), Game()
        task = asyncio.create_task(engine.analyse(game, Limit(depth=4)))
        await asyncio.sleep(0)
        game.push("b1b3")
        return await task

    assert run(main).best_move in START.legal_moves()


@pytest.mark.parametrize(("level", "limit"), [(10, Limit(depth=2)), (2, None), (7, None)])
def test_levels_play(level, limit):
    async def main():
        return await AsyncEngine(1, level=level).best_move(START, limit)

    assert run(main) in START.legal_moves()


@pytest.mark.parametrize(
    ("target", "limit", "error"),
    [
        ("8/8/3xx3/8/8/8/o7/7o o", Limit(depth=1), GameOverError),
        (START, None, LimitError),
    ],
)
def test_errors_are_those_of_the_engine(target, limit, error):
    async def main():
        engine = AsyncEngine(1)
        with pytest.raises(error):
            await engine.best_move(target, limit)
        with pytest.raises(GameOverError):
            await AsyncEngine(1, level=2).best_move("8/8/3xx3/8/8/8/o7/7o o")
        return await engine.best_move(START, Limit(depth=1))

    assert run(main) in START.legal_moves()
