//! What an answer means and where it can be seen, for each kind of question. Words for the documentation; nothing is decided here.

pub struct Entry {
    /// The variant of `state::question::Question`.
    pub name: &'static str,
    pub rows: &'static str,
    pub meaning: &'static str,
    pub visible: &'static str,
}

macro_rules! entries {
    ($($name:ident: $rows:literal, $meaning:literal, $visible:literal;)*) => {
        pub const ENTRIES: &[Entry] = &[$(Entry {
            name: stringify!($name),
            rows: $rows,
            meaning: $meaning,
            visible: $visible,
        }),*];

        /// Compiles only where every question has its entry.
        #[cfg(test)]
        pub fn name(question: &crate::state::question::Question) -> &'static str {
            use crate::state::question::Question;
            match question {
                Question::None => "None",
                $(Question::$name { .. } => stringify!($name)),*
            }
        }
    };
}

entries!(
    Mulligan: "KEEP, MULLIGAN", "keep the hand or draw a new one", "own hand";
    Bottom: "BOTTOM", "hand slot of the card to put on the bottom", "own hand";
    Discard: "DISCARD", "hand slot of the card to discard", "own hand";
    Priority: "PASS, PLAY_LAND, CAST_SORCERY, CAST_INSTANT, ACTIVATE", "hand slot, or own slot: 0-39 battlefield, 40-59 graveyard and exile", "own hand, own battlefield, own graveyard";
    Attackers: "ATTACK_TOGGLE, PASS, CONFIRM, CANCEL", "own slot of a creature to switch on; PASS declares none, CONFIRM those switched on, CANCEL clears once", "own battlefield: combat 0.25 is switched on";
    AttackWhom: "TARGET", "option k: the player, then planeswalkers", "the attacker has choice -1; a planeswalker that is option k lies in slot k of the opponent's graveyard block";
    Blockers: "BLOCK_SELECT_ATTACKER, PASS, CONFIRM, CANCEL", "slot of an attacker on the opponent's battlefield; PASS declares none, CONFIRM those chosen, CANCEL clears once", "opponent's battlefield: combat; blockers so far: own battlefield, partner";
    BlockWith: "BLOCK_SELECT_BLOCKER", "own slot of the creature that blocks", "own battlefield; the attacker has choice -1";
    Divide: "TARGET", "option k: the k-th amount offered, the smallest first", "the recipient has choice -1, the source -0.75; what is left is question_number";
    Method: "TARGET, CANCEL", "option k: a way to use the card (cast, plot, flashback)", "the card has choice -1";
    Ability: "TARGET, CANCEL", "option k: an ability in printed order, tapping for mana last", "the permanent has choice -1";
    Casualty: "TARGET, PASS, CANCEL", "option k: a creature to sacrifice; PASS for none", "slot k of the opponent's graveyard block";
    Target: "TARGET, PASS, CANCEL", "own slot, 60 + the opponent's slot, 120 you, 121 the opponent; spells on the stack: option k", "the battlefields; spell k lies in slot k of the opponent's graveyard block";
    TapOthers: "TARGET, CANCEL", "option k: a permanent to tap", "slot k of the opponent's graveyard block";
    Pay: "MANA_SOURCE, AUTO_PAY, CANCEL", "own slot of the permanent to tap for mana or to convoke", "own battlefield; what is chosen has choice 0.75; missing mana is question_number";
    PayColour: "TARGET, CANCEL", "option k: a colour that the source makes, in the order WUBRGC; convoking last", "the source has choice -1";
    TapColour: "TARGET, CANCEL", "option k: a colour that the source makes, in the order WUBRGC", "the source has choice -1";
    YesNo: "CONFIRM, CANCEL", "yes or no", "what asks is on top of the stack; the card it is about lies in slot 0 of the opponent's graveyard block";
    Pick: "TARGET, PASS", "option k: a card; PASS takes none or no more", "slot k of the opponent's graveyard block; equal cards are one option";
    Scry: "TARGET", "option 0 top, option 1 bottom", "the card lies in slot 0 of the opponent's graveyard block";
    PayLife: "CONFIRM, CANCEL", "pay, or let the land enter tapped", "the land has choice -1";
    Retarget: "TARGET, PASS", "as Target; PASS keeps the present target", "as Target";
    Order: "TARGET", "option k: the trigger to put on the stack next", "its source lies in slot k of the opponent's graveyard block";
    Legend: "TARGET", "option k: the permanent that stays", "slot k of the opponent's graveyard block";
);
