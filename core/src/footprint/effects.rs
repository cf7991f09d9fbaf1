//! What the ops of card programs do to a board in the making. Cards that nobody sees are in `cards`.

use super::board::Size;
use super::moving::{reference, Arriving};
use super::stack::{Flow, Run};
use super::words::Thing;
use super::Forecast;
use crate::decision::Choice;
use crate::program::vocabulary::{Amount, Filter, Mana, Op, Ref, TargetIndex, Who};
use crate::program::Pips;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::object_flag;
use crate::state::permanent::flag;
use crate::state::stack::{Delayed, ItemKind, StackItem, Target};
use crate::state::words::{CounterKind, Zone};

impl Forecast<'_> {
    pub fn execute(&mut self, run: &mut Run, op: &Op) -> Flow {
        match op {
            Op::DamageTarget { index, amount } => self.damage_target(run, *index, amount),
            Op::DamagePlayer { who, amount } => self.damage_players(run, who, amount),
            Op::DamageAll { filter, amount } => self.damage_all(run, filter, amount),
            Op::Destroy { of } => self.destroy(run, of),
            Op::Exile { of } => self.exile(run, of),
            Op::ExileAll { filter } => self.exile_all(run, filter),
            Op::ExileUntilLeaves { of } => self.exile_until_leaves(run, of),
            Op::ExileSameName { of } => self.exile_same_name(run, of),
            Op::ReturnLinked {} => self.return_linked(run),
            Op::ReturnTransformed { of } => self.return_transformed(run, of),
            Op::Counter { index, exile } => self.counter_target(run, *index, *exile),
            Op::UnlessPays { who, cost, skip } => return self.unless_pays(run, who, cost, *skip),
            Op::May { who, skip } => return self.may(run, who, *skip),
            Op::MayPay { cost, skip } => return self.may_pay(run, cost, *skip),
            Op::SkipUnless { condition, skip } => {
                let holds = self.condition(&run.speech, condition);
                return if holds { Flow::Next } else { Flow::Jump(*skip) };
            }
            Op::Draw { who, amount } => self.draw(run, who, amount),
            Op::Mill { who, amount } => self.mill(run, who, amount),
            Op::GainLife { who, amount } => self.change_life(run, who, amount, 1.0),
            Op::LoseLife { who, amount } => self.change_life(run, who, amount, -1.0),
            Op::Explore { of } => self.explore(run, of),
            Op::CreateToken { face, who, amount, counters, attach } => {
                let token = NewToken { face: FaceId(*face as u16), who, amount, counters, attach };
                self.create_tokens(run, &token);
            }
            Op::AddCounters { of, kind, amount } => self.add_counters(run, of, *kind, amount),
            Op::Pump { of, power, toughness, keywords } => self.pump(run, of, (power, toughness), *keywords),
            Op::Animate { of, types, power, toughness, keywords, .. } => {
                let size = Size { power: f32::from(*power), toughness: f32::from(*toughness) };
                self.animate(run, of, (*types as u16, *keywords as u32), size);
            }
            Op::Transform { of } => self.transform(run, of),
            Op::Look { who, amount, .. } => self.look(run, who, amount),
            Op::Take { at_least, at_most, filter, .. } => self.take(run, (at_least, at_most), filter),
            Op::TakeOnePerType {} => self.take_one_per_type(run),
            Op::Shuffle { who } => self.shuffle(run, who),
            Op::SearchToBattlefield { filter } => self.search(run, filter),
            Op::PickFromHand { .. } => self.pick_from_hand(run),
            Op::DiscardPicked {} => self.move_picked(run, Zone::Graveyard),
            Op::RevealTop { who } => self.reveal_top(run, who),
            Op::PickedToHand {} => self.move_picked(run, Zone::Hand),
            Op::ReturnAttacking { of, counters } => self.return_attacking(run, of, *counters),
            Op::CopySpell {} => self.copy_spell(run),
            Op::Delay { ability, subject } => self.delay(run, *ability, subject.as_ref()),
            Op::ExtraCounter {} => self.extra_counter(run),
            Op::Discard { who, amount } => self.discard(run, who, amount),
            // Neither the order of a library nor what is seen of a hand is counted.
            Op::Scry { .. } | Op::BottomLooked {} | Op::LookAtHand { .. } => {}
        }
        Flow::Next
    }

    fn damage_target(&mut self, run: &mut Run, index: TargetIndex, amount: &Amount) {
        let (amount, dealer) = (self.amount(&run.speech, amount), self.source_of(run));
        run.speech.registers[0] = 0.0;
        match run.speech.target(index) {
            Target::Player(seat) => {
                self.damage_player(dealer, seat, amount);
                run.speech.registers[0] = amount;
            }
            Target::Object(object) => {
                if let Some(place) = self.board.place(object.id) {
                    self.damage_piece(dealer, place, amount);
                }
            }
            Target::Stack(_) | Target::None => {}
        }
    }

    fn source_of(&self, run: &Run) -> super::moving::Dealer {
        let item = &run.speech.item;
        self.dealer(item.source.id, item.face, item.controller)
    }

    fn damage_players(&mut self, run: &Run, who: &Who, amount: &Amount) {
        let (amount, dealer) = (self.amount(&run.speech, amount), self.source_of(run));
        for seat in self.players(&run.speech, who) {
            self.damage_player(dealer, seat, amount);
        }
    }

    /// Every permanent that matches, in order of arrival.
    fn matching(&self, run: &Run, filter: &Filter) -> Vec<usize> {
        let alive = (0..self.board.pieces.len()).filter(|&place| self.board.pieces[place].alive);
        alive.filter(|&place| self.matches(&run.speech, filter, Thing::Piece(place))).collect()
    }

    fn damage_all(&mut self, run: &Run, filter: &Filter, amount: &Amount) {
        let (amount, dealer) = (self.amount(&run.speech, amount), self.source_of(run));
        for place in self.matching(run, filter) {
            self.damage_piece(dealer, place, amount);
        }
    }

    fn destroy(&mut self, run: &Run, of: &Ref) {
        if let Some(place) = self.piece(&run.speech, of) {
            let zone = self.grave(place);
            self.leave(place, zone);
        }
    }

    fn exile(&mut self, run: &Run, of: &Ref) {
        if let Some(place) = self.piece(&run.speech, of) {
            self.leave(place, Zone::Exile);
        }
    }

    fn exile_all(&mut self, run: &mut Run, filter: &Filter) {
        let all = self.matching(run, filter);
        for &place in &all {
            self.leave(place, Zone::Exile);
        }
        run.speech.registers[0] = all.len() as f32;
    }

    /// If the source has left, the exile never happens (610.3b). A card of the other hand is not counted.
    fn exile_until_leaves(&mut self, run: &Run, of: &Ref) {
        if self.board.place(run.speech.item.source.id).is_none() {
            return;
        }
        let id = self.object(&run.speech, of);
        match self.board.place(id) {
            Some(place) => self.leave(place, Zone::Exile),
            None if id.is_none() => {}
            None => self.move_card(id, Zone::Exile),
        }
    }

    fn exile_same_name(&mut self, run: &Run, of: &Ref) {
        let Some(target) = self.piece(&run.speech, of) else { return };
        let name = |place: usize| &self.program.face(self.board.pieces[place].face).name;
        let alive = (0..self.board.pieces.len()).filter(|&place| self.board.pieces[place].alive);
        let named: Vec<usize> = alive.filter(|&place| name(place) == name(target)).collect();
        for place in named {
            self.leave(place, Zone::Exile);
        }
    }

    fn return_linked(&mut self, run: &Run) {
        let holder = run.speech.item.source.id;
        let state = self.state;
        if holder.index() >= state.objects.len() {
            return;
        }
        for number in 0..state.object_count {
            let (id, object) = (ObjectId(number), state.object(ObjectId(number)));
            let linked = object.flags & object_flag::LINKED != 0 && object.held_by.id == holder;
            if linked && object.zone == Zone::Exile {
                self.arrives_in(object.face, object.owner, Zone::Exile, -1.0);
                self.enter(Arriving::card(id, object.face, object.owner));
            }
        }
    }

    fn return_transformed(&mut self, run: &Run, of: &Ref) {
        let Some(place) = self.piece(&run.speech, of) else { return };
        let was = self.board.pieces[place];
        let back = self.program.face(was.face).back;
        self.leave(place, Zone::Exile);
        if !was.token && back >= 0 {
            self.arrives_in(was.face, was.owner, Zone::Exile, -1.0);
            let controller = run.speech.item.controller;
            self.enter(Arriving { controller, ..Arriving::card(was.object, FaceId(back as u16), was.owner) });
        }
    }

    fn counter_target(&mut self, run: &Run, index: TargetIndex, exile: bool) {
        if let Target::Stack(serial) = run.speech.target(index) {
            self.counter(serial, exile);
        }
    }

    /// Whether a player says yes: the reply that is given, the choice that is ranked first, and for the opponent always.
    fn says_yes(&mut self, run: &mut Run, seat: Seat) -> bool {
        match run.reply.take() {
            Some(reply) => matches!(reply, Choice::Confirm | Choice::Top),
            None if seat == self.seat => self.choose(seat, 2) == 0,
            None => true,
        }
    }

    /// He pays if he can; for oneself it is an open choice.
    fn unless_pays(&mut self, run: &mut Run, who: &Who, cost: &Mana, skip: i16) -> Flow {
        let (seat, cost) = (self.who(&run.speech, who), Pips::of(cost));
        if self.can_pay(seat, &cost) && self.says_yes(run, seat) {
            self.spend(seat, &cost);
            return Flow::Jump(skip);
        }
        Flow::Next
    }

    fn may(&mut self, run: &mut Run, who: &Who, skip: i16) -> Flow {
        let seat = self.who(&run.speech, who);
        if self.says_yes(run, seat) {
            Flow::Next
        } else {
            Flow::Jump(skip)
        }
    }

    fn may_pay(&mut self, run: &mut Run, cost: &Mana, skip: i16) -> Flow {
        let (seat, cost) = (run.speech.item.controller, Pips::of(cost));
        if self.can_pay(seat, &cost) && self.says_yes(run, seat) {
            self.spend(seat, &cost);
            return Flow::Next;
        }
        Flow::Jump(skip)
    }

    fn change_life(&mut self, run: &Run, who: &Who, amount: &Amount, sign: f32) {
        let amount = self.amount(&run.speech, amount).max(0.0);
        for seat in self.players(&run.speech, who) {
            self.board.side(seat).life += sign * amount;
        }
    }

    fn create_tokens(&mut self, run: &Run, token: &NewToken) {
        let count = self.amount(&run.speech, token.amount).round() as usize;
        let plus = self.amount(&run.speech, token.counters);
        let attached_to = match token.attach {
            // 303.4i: an Aura token that can enchant nothing is not created.
            Some(of) => match self.piece(&run.speech, of) {
                Some(place) => self.board.pieces[place].object,
                None => return,
            },
            None => ObjectId::NONE,
        };
        for seat in self.players(&run.speech, token.who) {
            for _ in 0..count {
                let id = self.board.next_token();
                self.enter(Arriving { attached_to, plus, ..Arriving::card(id, token.face, seat) });
            }
        }
    }

    fn add_counters(&mut self, run: &Run, of: &Ref, kind: i16, amount: &Amount) {
        let amount = self.amount(&run.speech, amount);
        let (Some(place), Some(kind)) = (self.piece(&run.speech, of), CounterKind::from_number(kind as u8))
        else {
            return;
        };
        let piece = &mut self.board.pieces[place];
        let counters = match kind {
            CounterKind::Plus => &mut piece.plus,
            CounterKind::Minus => &mut piece.minus,
            CounterKind::Loyalty => &mut piece.loyalty,
            CounterKind::Lore
            | CounterKind::Charge
            | CounterKind::Oil
            | CounterKind::Time
            | CounterKind::Stun => &mut piece.other_counters,
        };
        *counters = (*counters + amount).max(0.0);
        self.board.dirty = true;
    }

    fn pump(&mut self, run: &Run, of: &Ref, (power, toughness): (&Amount, &Amount), keywords: i16) {
        let size =
            Size { power: self.amount(&run.speech, power), toughness: self.amount(&run.speech, toughness) };
        let Some(place) = self.piece(&run.speech, of) else { return };
        let piece = &mut self.board.pieces[place];
        piece.passing.power += size.power;
        piece.passing.toughness += size.toughness;
        piece.keywords |= keywords as u32;
        (self.board.dirty, self.board.has_passing) = (true, true);
    }

    fn animate(&mut self, run: &Run, of: &Ref, (kinds, keywords): (u16, u32), size: Size) {
        if let Some(place) = self.piece(&run.speech, of) {
            let piece = &mut self.board.pieces[place];
            piece.animate(kinds, size);
            piece.keywords |= keywords;
            (self.board.dirty, self.board.has_passing) = (true, true);
        }
    }

    /// Only once for one activation of its own ability (701.27f).
    fn transform(&mut self, run: &Run, of: &Ref) {
        let face = run.speech.item.face;
        let Some(place) = self.piece(&run.speech, of) else { return };
        let back = self.program.face(face).back;
        if self.board.pieces[place].face != face || back < 0 {
            return;
        }
        let turned = super::board::Piece::printed(self.program, FaceId(back as u16));
        let piece = &mut self.board.pieces[place];
        (piece.face, piece.base, piece.keywords) = (turned.face, turned.base, turned.keywords);
        (piece.types, piece.lasting_types) = (turned.types, turned.lasting_types);
        (piece.makes_mana, piece.hurts) = (turned.makes_mana, turned.hurts);
        (piece.has_statics, piece.aura, piece.listens) = (turned.has_statics, turned.aura, turned.listens);
        self.board.has_statics |= turned.has_statics;
        self.board.dirty = true;
    }

    fn return_attacking(&mut self, run: &Run, of: &Ref, counters: i16) {
        let id = self.object(&run.speech, of);
        if id.index() >= self.state.objects.len() || self.state.object(id).zone != Zone::Graveyard {
            return;
        }
        let (face, owner) = (self.state.object(id).face, self.state.object(id).owner);
        self.arrives_in(face, owner, Zone::Graveyard, -1.0);
        let controller = run.speech.item.controller;
        let joins = self.in_combat && controller == self.state.active;
        let flags = flag::TAPPED | if joins { flag::ATTACKING } else { 0 };
        self.enter(Arriving {
            controller,
            flags,
            plus: f32::from(counters),
            ..Arriving::card(id, face, owner)
        });
    }

    /// The copy may have other targets (707.10c).
    fn copy_spell(&mut self, run: &Run) {
        let trigger = &run.speech.item;
        let mut copy = StackItem {
            kind: ItemKind::Copy,
            controller: trigger.controller,
            source: trigger.event.subject,
            face: trigger.face,
            ability: self.program.card(trigger.face).spell.unwrap_or(u8::MAX),
            targets: trigger.targets,
            ..StackItem::default()
        };
        let rules = self.words(&copy).map_or(&[][..], |ability| &ability.targets);
        for (index, rule) in rules.iter().enumerate() {
            if let Some(target) = self.choose_target(&copy, rule) {
                copy.targets[index] = target;
            }
        }
        self.put_on_stack(copy, rules.len());
    }

    fn delay(&mut self, run: &Run, ability: i16, subject: Option<&Ref>) {
        let watched = subject.map(|of| self.object(&run.speech, of));
        if watched == Some(ObjectId::NONE) {
            return;
        }
        let item = &run.speech.item;
        self.board.delayed.push(Delayed {
            controller: item.controller,
            source: item.source,
            face: item.face,
            ability: ability as u8,
            subject: reference(watched.unwrap_or(ObjectId::NONE)),
        });
    }

    fn extra_counter(&mut self, run: &Run) {
        let serial = run.speech.item.event.spell;
        if let Some(spell) = self.board.stack.iter_mut().find(|item| item.serial == serial) {
            spell.extra_counters = spell.extra_counters.saturating_add(1);
        }
    }
}

/// What a token-making op says.
struct NewToken<'p> {
    face: FaceId,
    who: &'p Who,
    amount: &'p Amount,
    counters: &'p Amount,
    attach: &'p Option<Ref>,
}
