//! Whether a decoded pool hangs together: every index it names exists. What a card means is not judged here.

use super::vocabulary::{Ability, AbilityKind, Face, Op, Ref};
use crate::state::stack::MAX_TARGETS;
use crate::state::words::{CounterKind, Step, Zone};

/// Says what is wrong with the first thing that is.
pub fn check(subtypes: &[String], faces: &[Face]) -> Result<(), String> {
    if subtypes.len() > 128 {
        return Err(format!("{} subtypes where 128 fit", subtypes.len()));
    }
    for (index, face) in faces.iter().enumerate() {
        face_holds(face, index, subtypes.len(), faces.len())
            .map_err(|reason| format!("face {index} ({}): {reason}", face.name))?;
    }
    Ok(())
}

fn within(what: &str, value: i16, bound: usize) -> Result<(), String> {
    if value < 0 || value as usize >= bound {
        return Err(format!("{what} {value} is not below {bound}"));
    }
    Ok(())
}

fn face_holds(face: &Face, index: usize, subtypes: usize, faces: usize) -> Result<(), String> {
    within("front", face.front, faces)?;
    if face.back != -1 {
        within("back", face.back, faces)?;
    }
    if face.back == index as i16 {
        return Err("is its own back face".into());
    }
    for &subtype in &face.subtypes {
        within("subtype", subtype, subtypes)?;
    }
    if face.abilities.len() > 16 {
        return Err("more than 16 abilities".into());
    }
    for (number, ability) in face.abilities.iter().enumerate() {
        ability_holds(ability, face, faces).map_err(|reason| format!("ability {number}: {reason}"))?;
    }
    Ok(())
}

fn ability_holds(ability: &Ability, face: &Face, faces: usize) -> Result<(), String> {
    if ability.targets.len() > MAX_TARGETS {
        return Err(format!("{} targets where {MAX_TARGETS} fit", ability.targets.len()));
    }
    if let AbilityKind::Triggered { zone, event, .. } = &ability.kind {
        within("zone", *zone, Zone::ALL.len())?;
        if let super::vocabulary::Trigger::StepBegins { step, .. } = event {
            within("step", *step, Step::ALL.len())?;
        }
    }
    if ability.code.len() > 64 {
        return Err("more than 64 ops".into());
    }
    for (at, op) in ability.code.iter().enumerate() {
        let left = ability.code.len() - at - 1;
        op_holds(op, left, ability, face, faces).map_err(|reason| format!("op {at}: {reason}"))?;
    }
    Ok(())
}

fn op_holds(op: &Op, left: usize, ability: &Ability, face: &Face, faces: usize) -> Result<(), String> {
    match op {
        Op::UnlessPays { skip, .. }
        | Op::May { skip, .. }
        | Op::MayPay { skip, .. }
        | Op::SkipUnless { skip, .. } => within("skip", *skip, left + 1),
        Op::DamageTarget { index, .. } | Op::Counter { index, .. } => {
            within("target", index.at() as i16, ability.targets.len())
        }
        Op::CreateToken { face: token, .. } => within("token face", *token, faces),
        Op::AddCounters { of, kind, .. } => {
            within("kind of counter", *kind, CounterKind::ALL.len())?;
            reference_holds(of, ability)
        }
        Op::Delay { ability: delayed, subject } => {
            within("delayed ability", *delayed, face.abilities.len())?;
            subject.as_ref().map_or(Ok(()), |of| reference_holds(of, ability))
        }
        Op::Destroy { of }
        | Op::Exile { of }
        | Op::ExileUntilLeaves { of }
        | Op::ExileSameName { of }
        | Op::ReturnTransformed { of }
        | Op::Explore { of }
        | Op::Pump { of, .. }
        | Op::Animate { of, .. }
        | Op::Transform { of }
        | Op::ReturnAttacking { of, .. } => reference_holds(of, ability),
        _ => Ok(()),
    }
}

fn reference_holds(of: &Ref, ability: &Ability) -> Result<(), String> {
    match of {
        Ref::Target { index } => within("target", index.at() as i16, ability.targets.len()),
        Ref::Source {} | Ref::Subject {} | Ref::Attached {} | Ref::Picked {} => Ok(()),
    }
}
