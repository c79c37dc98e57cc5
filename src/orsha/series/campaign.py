"""The linked campaigns as data: missions in order, and what each result changes in the next."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from orsha.kernel import Unknown
from orsha.kernel.data import Wrong, load
from orsha.tabletop.mission import Changes, Mission, mission, missions
from orsha.tabletop.mission.change import altered
from orsha.tabletop.mission.format import Data, Kebab

Power = Literal["soviet", "german"]
POWERS: tuple[Power, Power] = ("soviet", "german")
CAMPAIGNS = Path(__file__).parent / "campaigns"
DECISIVE = ("stunning", "major")


class Effect(Data, frozen=True):
    """What a Stunning or Major Victory in the battle before changes, in words and as data."""

    says: str
    changes: Changes = Changes()
    attacker: Power | None = None


class Stage(Data, frozen=True):
    mission: Kebab
    soviet: Effect | None = None
    german: Effect | None = None
    attacker: Power = "soviet"


class LinkedCampaign(Data, frozen=True):
    slug: Kebab
    name: str
    source: str
    about: str
    stages: tuple[Stage, ...]

    def effect(self, stage: int, winner: Power | None, grade: str) -> Effect | None:
        """What the battle before a stage has changed: only a Stunning or Major Victory changes anything."""
        if winner is None or grade not in DECISIVE:
            return None
        return self.stages[stage].soviet if winner == "soviet" else self.stages[stage].german


def _check(file: LinkedCampaign) -> None:
    for index, stage in enumerate(file.stages):
        if stage.mission not in missions():
            raise Wrong(("stages", index, "mission"), f"there is no mission {stage.mission!r}")
        for power, effect in (("soviet", stage.soviet), ("german", stage.german)):
            if effect is not None:
                _check_effect(mission(stage.mission), effect, ("stages", index, power))


def _check_effect(base: Mission, effect: Effect, place: tuple[str | int, ...]) -> None:
    for reserve in effect.changes.reserves.values():
        for zone in reserve.arrive.values():
            if zone not in base.file.zones:
                raise Wrong(place, f"{base.slug} has no zone {zone!r}")
    for label in effect.changes.removes:
        if label not in base.file.withdrawal.removes:
            raise Wrong(place, f"{base.slug} removes no objective {label!r}")
    after = altered(base, effect.changes)
    if after.file == base.file and effect.changes == Changes() and effect.attacker is None:
        raise Wrong(place, "this effect changes nothing")


@cache
def linked_campaigns() -> dict[str, LinkedCampaign]:
    found = [load(file, LinkedCampaign, _check) for file in sorted(CAMPAIGNS.glob("*.toml"))]
    return {campaign.slug: campaign for campaign in found}


def linked_campaign(slug: str) -> LinkedCampaign:
    if slug not in linked_campaigns():
        raise Unknown("linked campaign", slug, list(linked_campaigns()))
    return linked_campaigns()[slug]
