"""The battle's table: terrain, sight, distance, fields of fire, moves, routes, and tables by hand or from a seed.

Coordinates are whole mils (thousandths of an inch) from the table's lower left corner; bearings are whole degrees, 0
up the second size. No rule of the turn is here: the battle asks, the table answers.
"""

from orsha.tabletop.table.bases import Arc, Base, Stand, arc, base, bases_file
from orsha.tabletop.table.checking import check
from orsha.tabletop.table.compiling import Engine, engine, plain, warm_up
from orsha.tabletop.table.cover import cover, cover_share
from orsha.tabletop.table.files import load_table, loads_table, table, table_text, tables
from orsha.tabletop.table.generator import flavours, new_table
from orsha.tabletop.table.ground import Ground, Screen
from orsha.tabletop.table.kinds import GOINGS, MIL, Going, Height, Kind, Setting, Switch, TeamKind, Terrain, terrain
from orsha.tabletop.table.ranks import Ranks
from orsha.tabletop.table.routes import Route, reach, route
from orsha.tabletop.table.shapes import Outline, Spot, bearing, direction
from orsha.tabletop.table.sight import Look, Sight, armour_facing, distance, in_arc, lookout, scan, sees, sight_lines
from orsha.tabletop.table.strides import Goer, Lengths, Stride, strides, way_of
from orsha.tabletop.table.table import Feature, Table
from orsha.tabletop.table.underfoot import Check, Mover, Piece, counting, going_at
from orsha.tabletop.table.walking import Bulk, Dash, Stop, Throng, Walk, dash_over, fits, laps, walk

__all__ = [
    "GOINGS",
    "MIL",
    "Arc",
    "Base",
    "Bulk",
    "Check",
    "Dash",
    "Engine",
    "Feature",
    "Goer",
    "Going",
    "Ground",
    "Height",
    "Kind",
    "Lengths",
    "Look",
    "Mover",
    "Outline",
    "Piece",
    "Ranks",
    "Route",
    "Screen",
    "Setting",
    "Sight",
    "Spot",
    "Stand",
    "Stop",
    "Stride",
    "Switch",
    "Table",
    "TeamKind",
    "Terrain",
    "Throng",
    "Walk",
    "arc",
    "armour_facing",
    "base",
    "bases_file",
    "bearing",
    "check",
    "counting",
    "cover",
    "cover_share",
    "dash_over",
    "direction",
    "distance",
    "engine",
    "fits",
    "flavours",
    "going_at",
    "in_arc",
    "laps",
    "load_table",
    "loads_table",
    "lookout",
    "new_table",
    "plain",
    "reach",
    "route",
    "scan",
    "sees",
    "sight_lines",
    "strides",
    "table",
    "table_text",
    "tables",
    "terrain",
    "walk",
    "warm_up",
    "way_of",
]
