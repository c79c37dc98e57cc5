"""Which functions and classes of the program something in the program itself asks for; by name, so rather too many."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def trees() -> dict[Path, ast.Module]:
    return {file: ast.parse(file.read_text()) for file in SOURCE.rglob("*.py")}


@cache
def reached() -> frozenset[str]:
    """The names that module-level code comes to: what it names, what that names, and so on."""
    said: dict[str, set[str]] = defaultdict(set)
    todo: set[str] = set()
    for file, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                continue
            if isinstance(node, Def) and not node.decorator_list:
                for name, names in _told(node):
                    said[name] |= names
            elif file.name != "__init__.py" or isinstance(node, Def):
                todo |= _names(node)
    found: set[str] = set()
    while todo:
        found |= todo
        todo = {name for one in todo for name in said.get(one, ())} - found
    return frozenset(found)


@cache
def imported() -> frozenset[str]:
    """The modules that another module of the program imports, by their files under `src/orsha`."""
    found = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("orsha."):
                found.add(node.value)
    return frozenset(f"{name.removeprefix('orsha.').replace('.', '/')}.py" for name in found)


def _told(node: Def) -> Iterator[tuple[str, set[str]]]:
    """A function with all that it names; a class with its fields and bases, each of its methods by itself."""
    if not isinstance(node, ast.ClassDef):
        yield node.name, _names(node)
        return
    methods = [one for one in node.body if isinstance(one, Def)]
    yield node.name, _named(one for one in ast.iter_child_nodes(node) if one not in methods)
    for method in methods:
        hidden = method.name.startswith("__") or method.decorator_list
        yield node.name if hidden else method.name, _names(method)


def _names(node: ast.AST) -> set[str]:
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            found.add(one.id)
        elif isinstance(one, ast.Attribute):
            found.add(one.attr)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.isidentifier():
            found.add(one.value)
    return found


def _named(nodes: Iterable[ast.AST]) -> set[str]:
    return set().union(*(_names(node) for node in nodes))
