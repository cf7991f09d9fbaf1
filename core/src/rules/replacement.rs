//! Replacement effects that change where things go and what damage does (614). Those about entering are in `zones`.

use super::table::Table;
use crate::program::vocabulary::Static;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::words::{types, Zone};

/// Where a permanent goes that would be put into the graveyard: exile, if it is a creature that a source of a player
/// with such an effect damaged this turn (614.1a, 700.4).
pub fn instead_of_dying(table: &Table, id: ObjectId) -> Zone {
    let Some(permanent) = table.state.permanent(id) else { return Zone::Graveyard };
    if !permanent.has_type(types::CREATURE) {
        return Zone::Graveyard;
    }
    let damaged_by = |seat: Seat| {
        permanent.is(if seat.index() == 0 { flag::DAMAGED_BY_FIRST } else { flag::DAMAGED_BY_SECOND })
    };
    let exiled = Seat::BOTH.into_iter().any(|seat| {
        damaged_by(seat) && controls_static(table, seat, |ability| matches!(ability, Static::ExileDamaged {}))
    });
    if exiled {
        Zone::Exile
    } else {
        Zone::Graveyard
    }
}

/// Whether noncombat damage of this player's sources to an opposing creature becomes -1/-1 counters.
pub fn damage_becomes_counters(table: &Table, dealer: Seat, recipient: ObjectId) -> bool {
    let Some(permanent) = table.state.permanent(recipient) else { return false };
    permanent.has_type(types::CREATURE)
        && permanent.controller != dealer
        && controls_static(table, dealer, |ability| matches!(ability, Static::DamageAsCounters {}))
}

fn controls_static(table: &Table, seat: Seat, wanted: impl Fn(&Static) -> bool) -> bool {
    table.state.controlled(seat).any(|permanent| {
        let card = table.program.card(table.state.object(permanent.object).face);
        card.has_statics && card.face.statics.iter().any(&wanted)
    })
}
