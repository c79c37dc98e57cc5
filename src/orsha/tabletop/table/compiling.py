"""The kernels, compiled where numba is installed, plain where it is not. Both give the same answers.

Numba is imported when the first kernel is asked for, and what it compiles is kept on disk. `ORSHA_NUMBA=0` in the
environment keeps to plain Python.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from orsha.tabletop.table import kernels, kernels_move

if TYPE_CHECKING:
    import numpy

MODULES = (kernels, kernels_move)


class Engine:
    """The kernels as functions, and the arrays they read."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled
        self.sight = cast("_Sight", _compiled() if compiled else kernels)
        self.moves = cast("_Moves", _compiled() if compiled else kernels_move)

    def floats(self, numbers: Sequence[float] | numpy.ndarray) -> kernels.Floats:
        """Numbers as the kernels read them: an array for compiled ones, a list for plain ones."""
        if self.compiled:
            import numpy

            return cast(kernels.Floats, numpy.asarray(numbers, dtype=numpy.float64))
        return [float(n) for n in numbers]

    def ints(self, numbers: Sequence[int]) -> kernels.Ints:
        if self.compiled:
            import numpy

            return cast(kernels.Ints, numpy.asarray(numbers, dtype=numpy.int64))
        return list(numbers)

    def room(self, count: int) -> kernels.Marks:
        """Empty room for whole numbers."""
        if self.compiled:
            import numpy

            return cast(kernels.Marks, numpy.zeros(count, dtype=numpy.int64))
        return [0] * count

    def places(self, count: int) -> kernels_move.Places:
        """Empty room for numbers."""
        if self.compiled:
            import numpy

            return cast(kernels_move.Places, numpy.zeros(count, dtype=numpy.float64))
        return [0.0] * count
