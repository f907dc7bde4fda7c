"""The shape of the code: imports go one way, files and functions stay small.

Layers, from the bottom: 0 C and declarations, 1 the rules, 2 search and arrays, 3 the library,
4 the commands. A file may use its own layer and those below it; commands do not use each other.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "loa_engine"
LAYERS = {
    "bits": 0,
    "_types": 0,
    "_bits": 0,
    "_memory": 0,
    "_signals": 0,
    "_groups": 0,
    "_core": 1,
    "_perft": 1,
    "_evaluate": 2,
    "_table": 2,
    "_ordering": 2,
    "_search": 2,
    "_solver": 2,
    "_batch": 2,
}
COMPILED = (".pyx", ".pxd")
FILE_LIMITS = {".py": 400, ".pyx": 900, ".pxd": 900}
FUNCTION_LIMIT = 40
LONG_FUNCTIONS = {"_search.pyx:_search": 150}  # the one search node, in numbered steps
USES_COMPILED = {
    "arrays",
    "classical",
    "driver",
    "engine",
    "legality",
    "perft",
    "position",
    "position_text",
    "pv",
    "render",
    "root",
    "weights",
}


def sources(*suffixes):
    found = [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in suffixes]
    assert found
    return found


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def layer_of(module):
    """The layer of a module given by its dotted name inside the package, "" for the package."""
    first = module.split(".")[0]
    if first in ("cli", "__main__", "web", "match"):
        return 4
    if first.startswith("_") and first not in ("__init__", "_version"):
        return LAYERS[first]
    return LAYERS.get(first, 3)


def imported(path):
    """The modules of the package that a file imports, as dotted names inside the package."""
    text = path.read_text()
    if path.suffix in COMPILED:
        pattern = r"^\s*(?:from|cimport|import)\s+loa_engine(?:\.(\w+))?"
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


def module_of(path):
    return name_of(path).removesuffix(path.suffix).removesuffix("/__init__").replace("/", ".")


@pytest.mark.parametrize("path", sources(".py", *COMPILED), ids=name_of)
def test_imports_go_down(path):
    own = module_of(path)
    for module in imported(path):
        assert layer_of(module) <= layer_of(own), f"{own} imports {module}"
        assert module or layer_of(own) == 4, f"{own} imports the package as a whole"


@pytest.mark.parametrize("path", sources(".py"), ids=name_of)
def test_few_files_touch_compiled_modules(path):
    compiled = [name for name in imported(path) if name.split(".")[0] in LAYERS]
    assert not compiled or module_of(path) in USES_COMPILED, compiled


@pytest.mark.parametrize("path", sources(".py"), ids=name_of)
def test_commands_do_not_import_each_other(path):
    """Commands share what is in files without a command; those import no command either."""
    own = module_of(path)
    if layer_of(own) == 4 and own not in ("cli", "__main__"):
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
