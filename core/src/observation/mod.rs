//! THE observation: 17 numbers of the game and 90 cards of 34 numbers each, written for one player, never of a hidden card.
//! Each number is declared once; the layout and its hash are printed from the same declarations.

mod blocks;
mod card;
mod choices;
mod effects;
mod features;
mod field;
mod globals;

#[cfg(test)]
mod tests;

use crate::program::Program;
use crate::slots::Slots;
use crate::state::ids::FaceId;
use crate::state::State;
use blocks::{show, Shown, BLOCKS};
use card::{Body, Situation, SITUATION};
use choices::{Parts, OFFERED};
use features::{PRINTED, STATIC};
use field::Field;
use globals::GLOBALS;

pub use blocks::CARDS;
pub use features::Features;

/// Numbers of one card.
pub const CARD: usize = STATIC + SITUATION.len();
pub const SIZE: usize = GLOBALS.len() + CARDS * CARD;

const _: () = assert!(GLOBALS.len() == 17 && CARDS == 90 && CARD == 34 && SIZE == 3077);

/// What an observation is made from; it is written for the player of the slots.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub state: &'a State,
    pub program: &'a Program,
    pub features: &'a Features,
    pub slots: &'a Slots,
}

/// Writes all numbers.
pub fn write(view: View, out: &mut [f32]) {
    assert_eq!(out.len(), SIZE, "an observation has another size");
    let (game, cards) = out.split_at_mut(GLOBALS.len());
    globals::write(&globals::Game::of(view), game);
    cards.fill(0.0);
    let parts = Parts::of(view);
    show(view, |position, shown, offered| {
        let row = &mut cards[CARD * position..CARD * (position + 1)];
        write_card(view, &parts, shown, row);
        if offered {
            row[CARD - 1] = OFFERED;
        }
    });
}

/// Writes the face number + 1 of the card at each of the 90 positions, 0 where there is none.
pub fn card_ids(view: View, out: &mut [i16]) {
    out.fill(0);
    show(view, |position, shown, _| out[position] = 1 + face_of(view, shown).0 as i16);
}

fn face_of(view: View, shown: Shown) -> FaceId {
    match shown {
        Shown::Kind(kind, _) => kind.face,
        Shown::Permanent(permanent) => view.state.object(permanent.object).face,
        Shown::Card(id) => view.state.object(id).face,
        Shown::Item(item) => item.face,
    }
}

#[inline]
fn write_card(view: View, parts: &Parts, shown: Shown, row: &mut [f32]) {
    let face = face_of(view, shown);
    let (constant, situation) = row.split_at_mut(STATIC);
    constant.copy_from_slice(view.features.row(face));
    let (object, mut now) = match shown {
        Shown::Kind(kind, own) => (kind.first, Situation::of_kind(kind, own)),
        Shown::Card(id) => (id, Situation::of_card(view, id)),
        Shown::Item(item) => (item.source.id, Situation::of_item(view, item)),
        Shown::Permanent(permanent) => {
            let body = Body::of(view.program.card(face), permanent);
            if !body.is_printed() {
                card::write_current(&body, &mut constant[PRINTED.len()..]);
            }
            (permanent.object, Situation::of_permanent(view, permanent))
        }
    };
    now.choice = parts.code(object);
    card::write_situation(&now, situation);
}

/// The layout as tab-separated lines: numbers of the game, blocks of cards, numbers of a card.
pub fn layout_text() -> String {
    let mut text = String::new();
    for (start, field) in GLOBALS.iter().enumerate() {
        line(&mut text, "number", start, field);
    }
    for block in &BLOCKS {
        let start = GLOBALS.len() + CARD * block.first;
        text.push_str(&format!("block\t{}\t{start}\t{}\t{CARD}\t{}\n", block.name, block.count, block.doc));
    }
    for (offset, field) in PRINTED.iter().chain(card::CURRENT).chain(SITUATION).enumerate() {
        line(&mut text, "field", offset, field);
    }
    text
}

fn line(text: &mut String, what: &str, start: usize, field: &Field) {
    let Field { name, low, high, unit, doc } = field;
    text.push_str(&format!("{what}\t{name}\t{start}\t{low}\t{high}\t{unit}\t{doc}\n"));
}

/// FNV-1a of the layout text: two observations with one hash mean the same.
pub fn layout_hash() -> u64 {
    let start = 0xCBF2_9CE4_8422_2325;
    layout_text().bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
