"""A battle's table as a picture: terrain that reads at a glance, to scale, in plain SVG. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, pi, sin
from pathlib import Path
from xml.sax.saxutils import escape

from shapely import LineString, MultiPolygon, Polygon, box, prepare, union_all
from shapely.geometry.base import BaseGeometry

from orsha.paper import ink, press
from orsha.tabletop.table import MIL, Feature, Kind, Outline, Table
