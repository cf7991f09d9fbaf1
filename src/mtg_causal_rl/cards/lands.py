"""The lands of the pool, one statement each; what basic land types give is added in `faces` (305.6)."""

from __future__ import annotations

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.idioms import (
    TARGET_PLAYER,
    activated,
    enters_tapped,
    enters_tapped_unless,
    other_lands,
    painland,
    pay,
    taps_for,
    when,
)
from mtg_causal_rl.cards.vocabulary import (
    Animate,
    AttacksSelf,
    Colour,
    CreateToken,
    Keyword,
    Mill,
    Not,
    Source,
    TappedUnlessPaid,
    Target,
    Type,
    You,
)

CARDS = (
    Card("Plains", "", "Basic Land — Plains"),
    Card("Island", "", "Basic Land — Island"),
    Card("Swamp", "", "Basic Land — Swamp"),
    Card("Mountain", "", "Basic Land — Mountain"),
    Card("Forest", "", "Basic Land — Forest"),
    Card("Adarkar Wastes", "", "Land", mana_abilities=painland("WU")),
    Card("Battlefield Forge", "", "Land", mana_abilities=painland("RW")),
    Card("Underground River", "", "Land", mana_abilities=painland("UB")),
    Card(
        "Deserted Beach", "", "Land",
        mana_abilities=(taps_for("WU"),), enters=enters_tapped_unless(other_lands(2)),
    ),
    Card(
        "Shipwreck Marsh", "", "Land",
        mana_abilities=(taps_for("UB"),), enters=enters_tapped_unless(other_lands(2)),
    ),
    Card(
        "Inspiring Vantage", "", "Land",
        mana_abilities=(taps_for("RW"),), enters=enters_tapped_unless(Not(other_lands(3))),
    ),
    Card("Hallowed Fountain", "", "Land — Plains Island", enters=(TappedUnlessPaid(2),)),
    Card("Steam Vents", "", "Land — Island Mountain", enters=(TappedUnlessPaid(2),)),
    Card(
        "Restless Anchorage", "", "Land", mana_abilities=(taps_for("WU"),), enters=enters_tapped(),
        abilities=(
            activated(
                pay("{1}{W}{U}"),
                Animate(Source(), Type.CREATURE, ("Bird",), Colour.WHITE | Colour.BLUE, 2, 3, Keyword.FLYING),
            ),
            when(AttacksSelf(), CreateToken("Map Token", You())),
        ),
    ),
    Card(
        "Restless Reef", "", "Land", mana_abilities=(taps_for("UB"),), enters=enters_tapped(),
        abilities=(
            activated(
                pay("{2}{U}{B}"),
                Animate(
                    Source(), Type.CREATURE, ("Shark",), Colour.BLUE | Colour.BLACK, 4, 4, Keyword.DEATHTOUCH
                ),
            ),
            when(AttacksSelf(), Mill(Target(), 4), target=TARGET_PLAYER),
        ),
    ),
)
