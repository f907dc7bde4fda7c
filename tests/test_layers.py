"""The shape of the code: imports go one way, files and functions stay small.

A room is a package inside `loa_engine`; what lies beside the rooms is the compiled rules, `core`,
or the front door, which shows users what the rooms hold. `MAY_USE` says who may import whom.
"""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "loa_engine"
MAY_USE = {
    "core": set(),
    "game": {"core"},
    "evaluation": {"core", "game"},
    "search": {"core", "game", "evaluation"},
    "records": {"core", "game", "evaluation"},
    "arrays": {"core", "game"},
    "review": {"core", "game", "evaluation", "search", "records"},
    "protocols": {"core", "game", "evaluation", "search", "records"},
    "play": {"core", "game", "evaluation", "search", "records", "protocols"},
    "front": {"core", "game", "evaluation", "search", "records", "arrays", "review"},
    "integrations": {"core", "game", "evaluation", "search", "records", "protocols"},
    "cli": {
        "game", "evaluation", "search", "records", "arrays", "review", "protocols", "play", "front",
    },
}  # fmt: skip
CORE = {"_bits", "_core", "_groups", "_memory", "_perft", "_signals", "_types", "_version"}
# Reading and writing files belong to the records, which stand on games: `Game` only passes on; so
# does `Engine` to the review, which explains moves by many searches.
DELEGATIONS = {("game.game", "records"), ("search.engine", "review.explain")}
COMPILED = (".pyx", ".pxd")
FILE_LIMITS = {".py": 400, ".pyx": 900, ".pxd": 400}
FUNCTION_LIMIT = 40
LONG_FUNCTIONS = {"_node.pxd:search_node": 150}  # the one search node, in numbered steps
USES_COMPILED = {
    "arrays.batches",
    "build",
    "evaluation.classical",
    "evaluation.weights",
    "game.game",
    "game.legality",
    "game.occurrences",
    "game.perft",
    "game.position",
    "game.overview",
    "game.referee",
    "game.starts",
    "game.position_text",
    "game.render",
    "search.driver",
    "search.engine",
    "search.proof",
    "search.pv",
    "search.root",
}


def sources(*suffixes):
    found = [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in suffixes]
    assert found
    return found


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def module_of(path):
    return (
        name_of(path)
        .removesuffix(path.suffix)
        .removesuffix("__init__")
        .strip("/")
        .replace("/", ".")
    )


def room_of(module):
    """The room of a module given by its dotted name inside the package, "" for the package."""
    first = module.split(".")[0]
    if first in CORE:
        return "core"
    if first == "__main__":
        return "cli"
    return first if first in MAY_USE else "front"


@cache
def imported(path):
    """The modules of the package that a file imports, as dotted names inside the package."""
    text = path.read_text()
    if path.suffix in COMPILED:
        pattern = r"^\s*(?:from|cimport|import)\s+loa_engine(?:\.([\w.]+))?"
        return re.findall(pattern, text, re.MULTILINE)
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: write imports in full"
            found += [full_name(node.module, alias.name) for alias in node.names]
    inside = [name for name in found if name.split(".")[0] == "loa_engine"]
    return [name.partition(".")[2] for name in inside]


def full_name(module, name):
    """What `from module import name` imports: the module `module.name`, or just `module`."""
    path = ROOT / module.replace(".", "/") / name
    is_module = path.is_dir() or any(path.with_suffix(end).exists() for end in (".py", ".pyx"))
    return f"{module}.{name}" if is_module else module


def test_rooms_stand_on_each_other_without_a_circle():
    assert list(TopologicalSorter(MAY_USE).static_order())
    folders = {path.parent.relative_to(PACKAGE).parts[:1] for path in sources(".py")}
    assert {name for parts in folders for name in parts} == set(MAY_USE) - {"core", "front"}


@pytest.mark.parametrize("path", sources(".py", *COMPILED), ids=name_of)
def test_imports_go_down(path):
    own = module_of(path)
    for module in imported(path):
        allowed = MAY_USE[room_of(own)] | {room_of(own)}
        is_allowed = room_of(module) in allowed or (own, module) in DELEGATIONS
        assert is_allowed, f"{own} imports {module}"


def test_modules_import_each_other_in_no_circle():
    graph = {}
    for path in sources(".py", *COMPILED):
        own = module_of(path)
        uses = {name for name in imported(path) if (own, name) not in DELEGATIONS} - {own}
        graph[own] = graph.get(own, set()) | uses
    TopologicalSorter(graph).prepare()  # an error names the circle


@pytest.mark.parametrize("path", sources(".py"), ids=name_of)
def test_few_files_touch_compiled_modules(path):
    compiled = [
        name for name in imported(path) if (PACKAGE / f"{name.replace('.', '/')}.pyx").exists()
    ]
    assert not compiled or module_of(path) in USES_COMPILED, compiled


@pytest.mark.parametrize("path", sources(".py"), ids=name_of)
def test_commands_do_not_import_each_other(path):
    """Commands share what is in files without a command; those import no command either."""
    own = module_of(path)
    if room_of(own) == "cli" and own not in ("cli.app", "__main__"):
        siblings = [name for name in imported(path) if re.fullmatch(r"cli\.\w+", name)]
        commands = [name for name in siblings if "@click.command" in source_of(name)]
        assert not commands, f"{own} imports {commands}"


def source_of(module):
    path = PACKAGE / (module.replace(".", "/") + ".py")
    return path.read_text() if path.exists() else ""


def every_file():
    tests = sorted((ROOT / "tests").rglob("*.py"))
    benchmarks = sorted((ROOT / "benchmarks").rglob("*.py"))
    return [*sources(".py", *COMPILED), *tests, *benchmarks, ROOT / "setup.py"]


@pytest.mark.parametrize("path", every_file(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_and_functions_stay_small(path):
    lines = path.read_text().splitlines()
    assert len(lines) <= FILE_LIMITS[path.suffix]
    for name, length in function_lengths(path, lines):
        key = f"{path.name}:{name}"
        assert length <= LONG_FUNCTIONS.get(key, FUNCTION_LIMIT), f"{key} has {length} lines"


def function_lengths(path, lines):
    if path.suffix == ".py":
        tree = ast.parse("\n".join(lines))
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        nodes = [node for node in ast.walk(tree) if isinstance(node, functions)]
        return [(node.name, lines_of_code(node)) for node in nodes]
    return compiled_function_lengths(lines)


def lines_of_code(function):
    """The lines of a function without its docstring."""
    first = function.body[0]
    is_docstring = ast.get_docstring(function) is not None
    words = first.end_lineno - first.lineno + 1 if is_docstring else 0
    return function.end_lineno - function.lineno + 1 - words


def compiled_function_lengths(lines):
    """Cython functions by indentation: from the `def` line to the last line further right."""
    found = []
    for first, line in enumerate(lines):
        head = re.match(r"( *)(?:cdef|cpdef|def)\b[^=]*?(\w+)\(.*", line)
        if not head:
            continue
        indent, last = len(head[1]), first
        for number in range(first + 1, len(lines)):
            text = lines[number]
            if text.strip() and len(text) - len(text.lstrip()) <= indent and text.strip()[0] != ")":
                break
            if text.strip():
                last = number
        if last > first:
            found.append((head[2], last - first + 1))
    return found


def test_allow_list_names_functions_that_exist():
    names = set()
    for path in sources(".py", *COMPILED):
        lines = path.read_text().splitlines()
        names |= {f"{path.name}:{name}" for name, _ in function_lengths(path, lines)}
    assert set(LONG_FUNCTIONS) <= names
