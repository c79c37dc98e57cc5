"""What every game is read by, made ready before the first request.

msgspec works out a type the first time that something is read as it. Two threads that do so at once for the same type
bring the process down, so all types are worked out here, once, while there is one thread.
"""

from __future__ import annotations

from functools import cache

import msgspec

from orsha.kernel.journal import Codec
from orsha.kernel.match import position_type
from orsha.kinds import KINDS, game_of


@cache
def warm() -> None:
    for kind in KINDS:
        game = game_of(kind)
        Codec(game)
        for read in (game.setup_type, game.state_type, game.command_type, position_type(game)):
            msgspec.json.Decoder(read)
