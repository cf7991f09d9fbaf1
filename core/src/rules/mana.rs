//! Mana (106, 605): what can make it, whether a cost can be paid, which sources pay it by themselves, and tapping for it.

use super::damage::{self, Dealer};
use super::table::Table;
use crate::program::{Pips, Program};
use crate::state::event::EventKind;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::stack::Payment;
use crate::state::words::{colour, keyword, types};
use crate::state::State;

/// One unit that can pay: the colours it can be (bits WUBRGC) and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub object: ObjectId,
    pub mask: u8,
    /// Taps to convoke rather than for mana.
    pub convokes: bool,
}

/// Everything that can still be spent on a cost.
#[derive(Clone, Debug)]
pub struct Units {
    counts: [u8; 64],
    masks: u64,
    total: u8,
}

impl Default for Units {
    fn default() -> Self {
        Units { counts: [0; 64], masks: 0, total: 0 }
    }
}

impl Units {
    pub fn add(&mut self, mask: u8, count: u8) {
        if count > 0 {
            self.counts[usize::from(mask)] += count;
            self.masks |= 1 << mask;
            self.total += count;
        }
    }

    pub fn remove(&mut self, mask: u8) {
        self.counts[usize::from(mask)] -= 1;
        self.total -= 1;
    }

    /// Units that can be one of these colours.
    fn reaching(&self, colours: u8) -> u8 {
        let (mut masks, mut found) = (self.masks, 0);
        while masks != 0 {
            let mask = masks.trailing_zeros() as usize;
            if mask as u8 & colours != 0 {
                found += self.counts[mask];
            }
            masks &= masks - 1;
        }
        found
    }

    /// Hall's condition: every set of coloured pips finds enough units, and there are enough units in all.
    pub fn can_pay(&self, cost: &Pips) -> bool {
        if self.total < cost.total() {
            return false;
        }
        let needed = cost.colours();
        let mut subset = needed;
        while subset != 0 {
            let demand: u8 = (0..6).filter(|&c| subset >> c & 1 != 0).map(|c| cost.coloured[c]).sum();
            if self.reaching(subset) < demand {
                return false;
            }
            subset = (subset - 1) & needed;
        }
        true
    }

    /// How much of the cost these units can pay at most: the best matching of coloured pips, then generic mana.
    pub fn pays(&self, cost: &Pips) -> u8 {
        let needed = cost.colours();
        let all: u8 = cost.coloured.iter().sum();
        let (mut subset, mut matched) = (needed, all);
        while subset != 0 {
            let demand: u8 = (0..6).filter(|&c| subset >> c & 1 != 0).map(|c| cost.coloured[c]).sum();
            matched = matched.min(all - demand + self.reaching(subset));
            subset = (subset - 1) & needed;
        }
        matched + cost.generic.min(self.total - matched)
    }

    /// The same units and one more.
    pub fn with(&self, mask: u8) -> Units {
        let mut more = self.clone();
        more.add(mask, 1);
        more
    }
}

/// Can be tapped for mana now: untapped, and if a creature not summoning sick (302.6).
pub fn can_tap_for_mana(state: &State, program: &Program, permanent: &Permanent) -> bool {
    let makes = program.card(state.object(permanent.object).face).mana != 0;
    makes && !permanent.is(flag::TAPPED) && !held_by_sickness(permanent)
}

/// {T} may not be paid by a creature that came under control this turn, unless it has haste (302.6).
pub fn held_by_sickness(permanent: &Permanent) -> bool {
    permanent.has_type(types::CREATURE) && permanent.is(flag::SICK) && !permanent.has(keyword::HASTE)
}

/// Who pays, whether creatures may convoke (702.51a), what has been chosen already, and what may not be used.
#[derive(Clone, Copy)]
pub struct Purse<'a> {
    pub seat: Seat,
    pub convoke: bool,
    pub payments: &'a [Payment],
    /// Permanents that another part of the cost takes.
    pub reserved: &'a [ObjectId],
}

impl Purse<'_> {
    pub fn of(seat: Seat, convoke: bool) -> Purse<'static> {
        Purse { seat, convoke, payments: &[], reserved: &[] }
    }

    fn leaves(&self, id: ObjectId) -> bool {
        !self.reserved.contains(&id) && !self.payments.iter().any(|payment| payment.object == id)
    }
}

/// The sources that are not yet part of the payment.
pub fn sources<'a>(
    state: &'a State,
    program: &'a Program,
    purse: Purse<'a>,
) -> impl Iterator<Item = Unit> + 'a {
    let unused = move |permanent: &&Permanent| purse.leaves(permanent.object);
    state.controlled(purse.seat).filter(unused).filter_map(move |permanent| {
        let by_mana = can_tap_for_mana(state, program, permanent);
        let by_convoke = purse.convoke && permanent.has_type(types::CREATURE) && !permanent.is(flag::TAPPED);
        let mana = if by_mana { program.card(state.object(permanent.object).face).mana } else { 0 };
        let colours = if by_convoke { permanent.colours } else { 0 };
        (by_mana || by_convoke).then_some(Unit {
            object: permanent.object,
            mask: mana | colours,
            convokes: by_convoke && !by_mana,
        })
    })
}

/// What is in the pool and what has been chosen for the payment so far, as fixed units.
pub fn committed(state: &State, seat: Seat, payments: &[Payment]) -> Units {
    let mut units = chosen(state, payments);
    for (index, &amount) in state.player(seat).mana.iter().enumerate() {
        units.add(1 << index, amount);
    }
    units
}

/// What has been chosen for the payment so far, without floating mana.
pub fn chosen(state: &State, payments: &[Payment]) -> Units {
    let mut units = Units::default();
    for payment in payments {
        let mask = match payment.colour {
            0 => state.permanent(payment.object).map_or(0, |permanent| permanent.colours),
            colour => colour,
        };
        units.add(mask, 1);
    }
    units
}

/// Everything a player could pay with.
pub fn available(state: &State, program: &Program, purse: Purse) -> Units {
    let mut units = committed(state, purse.seat, purse.payments);
    for unit in sources(state, program, purse) {
        units.add(unit.mask, 1);
    }
    units
}

/// What a player could pay with, worked out once for all that might be paid.
pub struct Budget {
    by_mana: Units,
    with_creatures: Units,
}

impl Budget {
    pub fn of(state: &State, program: &Program, seat: Seat) -> Budget {
        let mut by_mana = committed(state, seat, &[]);
        let mut with_creatures = by_mana.clone();
        for permanent in state.controlled(seat) {
            let makes = can_tap_for_mana(state, program, permanent);
            let mana = if makes { program.card(state.object(permanent.object).face).mana } else { 0 };
            let convokes = permanent.has_type(types::CREATURE) && !permanent.is(flag::TAPPED);
            by_mana.add(mana, u8::from(makes));
            with_creatures
                .add(mana | if convokes { permanent.colours } else { 0 }, u8::from(makes || convokes));
        }
        Budget { by_mana, with_creatures }
    }

    pub fn covers(&self, cost: &Pips, convoke: bool) -> bool {
        if convoke { &self.with_creatures } else { &self.by_mana }.can_pay(cost)
    }
}

/// Least valuable first: few colours, no damage, no creature; so that what is left can do most.
fn cost_of_using(state: &State, program: &Program, unit: &Unit) -> u32 {
    let card = program.card(state.object(unit.object).face);
    let is_creature =
        state.permanent(unit.object).is_some_and(|permanent| permanent.has_type(types::CREATURE));
    let hurts = card.face.mana_abilities.iter().any(|ability| ability.damage > 0);
    let has_uses = !card.activated.is_empty();
    u32::from(is_creature) * 64 + u32::from(has_uses) * 16 + u32::from(hurts) * 4 + unit.mask.count_ones()
}

/// Chooses sources for the rest of a cost by mana alone; None where they do not suffice.
pub fn automatic(state: &State, program: &Program, purse: Purse, cost: &Pips) -> Option<Vec<Payment>> {
    let mut units: Vec<Unit> = sources(state, program, Purse { convoke: false, ..purse }).collect();
    units.sort_by_key(|unit| cost_of_using(state, program, unit));
    let mut payments = purse.payments.to_vec();
    loop {
        let fixed = committed(state, purse.seat, &payments);
        if fixed.can_pay(cost) {
            return Some(payments);
        }
        let picked = pick_next(&fixed, &units, cost)?;
        payments.push(Payment { object: units[picked.0].object, colour: picked.1 });
        units.remove(picked.0);
    }
}

/// The least valuable source, and the colour of it, after which the cost can still be paid and is nearer to being paid.
fn pick_next(fixed: &Units, units: &[Unit], cost: &Pips) -> Option<(usize, u8)> {
    let mut all = fixed.clone();
    units.iter().for_each(|unit| all.add(unit.mask, 1));
    if !all.can_pay(cost) {
        return None;
    }
    let so_far = fixed.pays(cost);
    for (index, unit) in units.iter().enumerate() {
        let mut rest = all.clone();
        rest.remove(unit.mask);
        for single in colours_by_need(unit.mask, cost) {
            if fixed.with(single).pays(cost) > so_far && rest.with(single).can_pay(cost) {
                return Some((index, single));
            }
        }
    }
    None
}

/// The colours a source makes: first colourless, which never hurts, then those the cost asks for, then the rest.
fn colours_by_need(mask: u8, cost: &Pips) -> impl Iterator<Item = u8> {
    let needed = cost.colours();
    let order = [colour::COLOURLESS, 1, 2, 4, 8, 16];
    let asked = order.into_iter().filter(move |c| mask & c & needed & !colour::COLOURLESS != 0);
    let rest = order.into_iter().filter(move |c| mask & c & !needed & !colour::COLOURLESS != 0);
    (mask & colour::COLOURLESS != 0).then_some(colour::COLOURLESS).into_iter().chain(asked).chain(rest)
}

/// Taps a permanent for one mana of a colour: no stack; a painland's damage is part of it (605.3b, 405.6c).
pub fn tap_for(table: &mut Table, seat: Seat, id: ObjectId, single: u8) {
    let card = table.program.card(table.state.object(id).face);
    let makes = |ability: &&crate::program::vocabulary::ManaAbility| ability.colours as u8 & single != 0;
    let Some(ability) = card.face.mana_abilities.iter().filter(makes).min_by_key(|ability| ability.damage)
    else {
        return;
    };
    if let Some(permanent) = table.state.permanent_mut(id) {
        permanent.set(flag::TAPPED, true);
    }
    table.state.stirred = true;
    table.state.player_mut(seat).mana[single.trailing_zeros() as usize] += 1;
    table.note(EventKind::TapsForMana, seat, id, i16::from(single));
    if ability.damage > 0 {
        let dealer = Dealer::new(table, table.state.reference(id), seat, false);
        damage::to_player(table, dealer, seat, ability.damage);
    }
}

/// Pays a cost: taps what was chosen, then spends from the pool. Returns how much mana was spent; convoking spends none.
pub fn pay(table: &mut Table, seat: Seat, cost: &Pips, payments: &[Payment]) -> u8 {
    let convoking: Vec<ObjectId> = payments.iter().filter(|p| p.colour == 0).map(|p| p.object).collect();
    for payment in payments.iter().filter(|payment| payment.colour != 0) {
        tap_for(table, seat, payment.object, payment.colour);
    }
    let rest = convoke(table, seat, cost, &convoking);
    let spent = spend(table, seat, &rest);
    let player = table.state.player_mut(seat);
    player.mana_spent = player.mana_spent.saturating_add(u16::from(spent));
    spent
}

/// Taps the convoking creatures and takes what they pay off the cost (702.51a).
fn convoke(table: &mut Table, seat: Seat, cost: &Pips, creatures: &[ObjectId]) -> Pips {
    let mut rest = *cost;
    table.state.stirred |= !creatures.is_empty();
    for (index, &id) in creatures.iter().enumerate() {
        let colours = table.state.permanent(id).map_or(0, |permanent| permanent.colours);
        if let Some(permanent) = table.state.permanent_mut(id) {
            permanent.set(flag::TAPPED, true);
        }
        rest = after_convoking(table.state, seat, &rest, colours, &creatures[index + 1..]);
    }
    rest
}

/// Pays generic mana if the others can still pay the rest, else a pip of one of its colours.
fn after_convoking(state: &State, seat: Seat, rest: &Pips, colours: u8, others: &[ObjectId]) -> Pips {
    let later: Vec<Payment> = others.iter().map(|&object| Payment { object, colour: 0 }).collect();
    let units = committed(state, seat, &later);
    let generic = Pips { generic: rest.generic.saturating_sub(1), ..*rest };
    if rest.generic > 0 && units.can_pay(&generic) {
        return generic;
    }
    for index in (0..6).filter(|&index| colours >> index & 1 != 0 && rest.coloured[index] > 0) {
        let mut coloured = rest.coloured;
        coloured[index] -= 1;
        let next = Pips { coloured, ..*rest };
        if units.can_pay(&next) {
            return next;
        }
    }
    generic
}

/// Takes a cost out of the pool: its colours first, generic from colourless and then from what there is most of.
fn spend(table: &mut Table, seat: Seat, cost: &Pips) -> u8 {
    let pool = &mut table.state.player_mut(seat).mana;
    for (have, need) in pool.iter_mut().zip(cost.coloured) {
        *have = have.saturating_sub(need);
    }
    for _ in 0..cost.generic {
        let colourless = pool[5] > 0;
        let most = if colourless { 5 } else { (0..5).max_by_key(|&c| (pool[c], 5 - c)).unwrap_or(0) };
        pool[most] = pool[most].saturating_sub(1);
    }
    cost.total()
}

/// Unspent mana is lost as a step or phase ends (106.4).
pub fn empty_pools(state: &mut State) {
    for player in &mut state.players {
        player.mana = [0; 6];
    }
}
