//! The record format of every view, said once: each section's rows by name, and the words that numbers stand for.

use crate::state::event::EventKind;
use crate::state::words::{keyword, CounterKind, Reason, Step, Zone};

/// One kind of row: its name and what its numbers are.
struct Row {
    name: &'static str,
    fields: &'static str,
}

const ITEM_FIELDS: &str =
    "serial kind controller source generation face ability ordinal flags mana_spent convoked \
                           target_kind target target_generation second_kind second second_generation";

/// The sections of `state` in order.
const STATE: [Row; 12] = [
    Row {
        name: "game",
        fields: "turn active starter step priority asked question object amount over winner reason page spare",
    },
    Row {
        name: "player",
        fields: "life white blue black red green colourless lands_played drawn_this_turn spells_this_turn mulligans kept",
    },
    Row { name: "place", fields: "seat zone object" },
    Row { name: "object", fields: "face owner zone generation flags known turn held_by held_generation group" },
    Row {
        name: "permanent",
        fields: "object controller flags damage plus minus loyalty lore charge oil time stun attached_to attack_target \
                 blocking timestamp entered_turn power toughness keywords types colours",
    },
    Row { name: "subtype", fields: "object subtype" },
    Row { name: "stack", fields: ITEM_FIELDS },
    Row { name: "waiting", fields: ITEM_FIELDS },
    Row { name: "resolving", fields: ITEM_FIELDS },
    Row { name: "looked", fields: "object" },
    Row { name: "announced", fields: "player object method ordinal casualty" },
    Row { name: "assigned", fields: "source recipient amount" },
];

/// The one section of `legal`: an action, its verb, and what it is about.
const LEGAL: Row = Row { name: "legal", fields: "action verb object number" };

/// The one section of `events`.
const EVENT: Row = Row { name: "event", fields: "kind seat object face other other_face amount" };

/// The sections of `prospects` in order.
const PROSPECTS: [Row; 4] = [
    Row { name: "cost", fields: "object method white blue black red green colourless generic" },
    Row { name: "aim", fields: "object ordinal target_kind target target_generation" },
    Row { name: "attacker", fields: "object" },
    Row { name: "block", fields: "blocker attacker" },
];

const VERBS: &str =
    "Pass Keep Mulligan Confirm Cancel AutoPay Bottom Discard PlayLand Cast Activate Attack BlockAttacker Blocker \
     Source TargetObject TargetPlayer TargetSpell Object Player Number Colour Method Ability Trigger Top Bottommost \
     NextPage";

const QUESTIONS: &str =
    "None Mulligan Bottom Discard Priority Attackers AttackWhom Blockers BlockWith Divide Method Ability Casualty \
     Target TapOthers Pay PayColour TapColour YesNo Pick Scry PayLife Retarget Order Legend";

/// The rows and the sets of words, one a line, for the Python face to be compared with.
pub fn table_text() -> String {
    let rows = STATE.iter().chain([&LEGAL, &EVENT]).chain(&PROSPECTS);
    let sets = [
        ("verbs", words(VERBS)),
        ("questions", words(QUESTIONS)),
        ("events", EventKind::NAMES.to_vec()),
        ("zones", Zone::NAMES.to_vec()),
        ("steps", Step::NAMES.to_vec()),
        ("reasons", Reason::NAMES.to_vec()),
        ("counters", CounterKind::NAMES.to_vec()),
        ("methods", words("Cast Flashback Plotted Plot Activate")),
        ("items", words("Spell Copy Triggered Activated")),
    ];
    let mut text = String::new();
    for row in rows {
        text.push_str(&format!("row {}: {}\n", row.name, words(row.fields).join(" ")));
    }
    for (name, members) in sets {
        text.push_str(&format!("words {name}: {}\n", members.join(" ")));
    }
    text.push_str(&format!("keywords: {}\n", keyword::NAMES.join(", ")));
    text
}

fn words(text: &'static str) -> Vec<&'static str> {
    text.split_whitespace().collect()
}
