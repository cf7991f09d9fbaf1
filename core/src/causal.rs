//! Evaluates a compiled causal model: measured variables from raw counts, and what follows from them at once. Knows no variable
//! by name, and computes the same bits on every machine.

use crate::program::decode::{DecodeError, Reader};

const MAGIC: [u8; 4] = *b"MCSM";
const FORMAT: usize = 1;
const LENGTH_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 8;

/// One operation; operation i writes register i, and operands are registers unless said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    /// A number of the model.
    Constant(f64),
    /// A number that was fitted, in the phase that was read.
    Coefficient(f64),
    /// A raw count, by its place.
    Input(usize),
    /// A variable stored before.
    Variable(usize),
    Add(usize, usize),
    Subtract(usize, usize),
    Multiply(usize, usize),
    Divide(usize, usize),
    Minimum(usize, usize),
    Maximum(usize, usize),
    Less(usize, usize),
    LessOrEqual(usize, usize),
    Equal(usize, usize),
    Where(usize, usize, usize),
    Sigmoid(usize),
    /// The variable takes the register's value, cut off at its range.
    Store(usize, usize),
}

/// The measures of a model, and those mechanisms whose variables nothing measures.
#[derive(Clone, Debug)]
pub struct Model {
    inputs: usize,
    pub(crate) ranges: Vec<(f64, f64)>,
    operations: Vec<Operation>,
    pub(crate) measures: Vec<Operation>,
    pub(crate) mechanisms: Vec<Operation>,
    /// What is left of a shift at the model's horizon.
    pub(crate) persistences: Vec<f64>,
}

/// The header of a compiled model: how much there is of what.
struct Sizes {
    inputs: usize,
    variables: usize,
    coefficients: usize,
    phases: usize,
    constants: usize,
    measures: usize,
    mechanisms: usize,
}

impl Sizes {
    fn read(reader: &mut Reader) -> Result<Sizes, DecodeError> {
        if reader.take(4)? != MAGIC || small(reader)? != FORMAT {
            return reader.error("these bytes are no compiled causal model of this version");
        }
        let mut count = || small(reader);
        let (inputs, variables, coefficients, phases) = (count()?, count()?, count()?, count()?);
        let (constants, measures, mechanisms) = (count()?, count()?, count()?);
        reader.take(LENGTH_BYTES)?;
        Ok(Sizes { inputs, variables, coefficients, phases, constants, measures, mechanisms })
    }
}

fn small(reader: &mut Reader) -> Result<usize, DecodeError> {
    let two = reader.take(2)?;
    Ok(usize::from(u16::from_le_bytes([two[0], two[1]])))
}

fn numbers(reader: &mut Reader, count: usize) -> Result<Vec<f64>, DecodeError> {
    let bytes = reader.take(count * 8)?;
    let number = |eight: &[u8]| eight.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    Ok(bytes.chunks_exact(8).map(|eight| f64::from_bits(number(eight))).collect())
}

impl Model {
    /// Reads what `causal/program.py` writes. Coefficients are taken in the first phase: at once, phases do not differ.
    pub fn read(bytes: &[u8]) -> Result<Model, DecodeError> {
        Ok(Model::read_phase(bytes, 0)?.0)
    }

    /// The model in one of its phases, and how many there are.
    pub(crate) fn read_phase(bytes: &[u8], phase: usize) -> Result<(Model, usize), DecodeError> {
        let body = bytes.get(..bytes.len().saturating_sub(CHECKSUM_BYTES)).unwrap_or_default();
        let mut reader = Reader::new(body);
        let sizes = Sizes::read(&mut reader)?;
        let (low, high) = (numbers(&mut reader, sizes.variables)?, numbers(&mut reader, sizes.variables)?);
        let persistences = numbers(&mut reader, sizes.variables)?;
        let constants = numbers(&mut reader, sizes.constants)?;
        let coefficients = numbers(&mut reader, sizes.coefficients * sizes.phases)?;
        let tables = Tables {
            sizes: &sizes,
            constants,
            coefficients,
            phase: phase.min(sizes.phases.saturating_sub(1)),
        };
        let measures = tables.operations(&mut reader, sizes.measures)?;
        let mechanisms = tables.operations(&mut reader, sizes.mechanisms)?;
        let ranges = low.into_iter().zip(high).collect();
        let operations = joined(&measures, &mechanisms, sizes.variables);
        let model = Model { inputs: sizes.inputs, ranges, operations, measures, mechanisms, persistences };
        Ok((model, sizes.phases))
    }

    pub fn inputs(&self) -> usize {
        self.inputs
    }

    pub fn variables(&self) -> usize {
        self.ranges.len()
    }

    /// All variables of one position; `registers` is scratch room.
    pub fn evaluate(&self, inputs: &[f32], registers: &mut Vec<f64>, out: &mut [f64]) {
        run(&self.operations, inputs, registers, out, |out, variable, value| {
            out[variable] = self.clip(variable, value)
        });
    }

    /// Cut off at the variable's range.
    #[inline]
    pub(crate) fn clip(&self, variable: usize, value: f64) -> f64 {
        let (low, high) = self.ranges[variable];
        value.max(low).min(high)
    }
}

/// Runs operations over the raw inputs and the variables so far; what becomes of a stored value is the caller's.
pub(crate) fn run<N: Copy + Into<f64>>(
    operations: &[Operation],
    inputs: &[N],
    registers: &mut Vec<f64>,
    values: &mut [f64],
    mut store: impl FnMut(&mut [f64], usize, f64),
) {
    if registers.len() < operations.len() {
        registers.resize(operations.len(), 0.0);
    }
    for (place, operation) in operations.iter().enumerate() {
        let at = |register: usize| registers[register];
        let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
        let value = match *operation {
            Operation::Constant(number) | Operation::Coefficient(number) => number,
            Operation::Input(index) => inputs[index].into(),
            Operation::Variable(index) => values[index],
            Operation::Add(a, b) => at(a) + at(b),
            Operation::Subtract(a, b) => at(a) - at(b),
            Operation::Multiply(a, b) => at(a) * at(b),
            Operation::Divide(a, b) => at(a) / at(b),
            Operation::Minimum(a, b) => at(a).min(at(b)),
            Operation::Maximum(a, b) => at(a).max(at(b)),
            Operation::Less(a, b) => truth(at(a) < at(b)),
            Operation::LessOrEqual(a, b) => truth(at(a) <= at(b)),
            Operation::Equal(a, b) => truth(at(a) == at(b)),
            Operation::Where(a, b, c) => at(if at(a) != 0.0 { b } else { c }),
            Operation::Sigmoid(a) => sigmoid(at(a)),
            Operation::Store(variable, a) => {
                let value = at(a);
                store(values, variable, value);
                value
            }
        };
        registers[place] = value;
    }
}

/// What operations refer to beside registers.
struct Tables<'a> {
    sizes: &'a Sizes,
    constants: Vec<f64>,
    coefficients: Vec<f64>,
    phase: usize,
}

impl Tables<'_> {
    fn operations(&self, reader: &mut Reader, count: usize) -> Result<Vec<Operation>, DecodeError> {
        (0..count).map(|register| self.operation(reader, register)).collect()
    }

    fn operation(&self, reader: &mut Reader, register: usize) -> Result<Operation, DecodeError> {
        let opcode = reader.take(2)?[0];
        let (a, b, c) = (small(reader)?, small(reader)?, small(reader)?);
        let below = |value: usize, bound: usize| match value < bound {
            true => Ok(value),
            false => reader.error(format!("an operand is {value} where {bound} are known")),
        };
        let earlier = |value| below(value, register);
        let both = || Ok::<(usize, usize), DecodeError>((earlier(a)?, earlier(b)?));
        Ok(match opcode {
            0 => Operation::Constant(self.constants[below(a, self.constants.len())?]),
            1 => Operation::Input(below(a, self.sizes.inputs)?),
            2 => Operation::Variable(below(a, self.sizes.variables)?),
            3 => {
                let row = below(a, self.sizes.coefficients)? * self.sizes.phases;
                Operation::Coefficient(self.coefficients[row + self.phase])
            }
            4 => both().map(|(a, b)| Operation::Add(a, b))?,
            5 => both().map(|(a, b)| Operation::Subtract(a, b))?,
            6 => both().map(|(a, b)| Operation::Multiply(a, b))?,
            7 => both().map(|(a, b)| Operation::Divide(a, b))?,
            8 => both().map(|(a, b)| Operation::Minimum(a, b))?,
            9 => both().map(|(a, b)| Operation::Maximum(a, b))?,
            10 => both().map(|(a, b)| Operation::Less(a, b))?,
            11 => both().map(|(a, b)| Operation::LessOrEqual(a, b))?,
            12 => both().map(|(a, b)| Operation::Equal(a, b))?,
            13 => Operation::Where(earlier(a)?, earlier(b)?, earlier(c)?),
            14 => Operation::Sigmoid(earlier(a)?),
            15 => Operation::Store(below(a, self.sizes.variables)?, earlier(b)?),
            other => return reader.error(format!("there is no operation {other}")),
        })
    }
}

/// The measures and then the mechanisms, without what serves only to explain a variable that is measured.
fn joined(measures: &[Operation], mechanisms: &[Operation], variables: usize) -> Vec<Operation> {
    let mut measured = vec![false; variables];
    for operation in measures {
        if let Operation::Store(variable, _) = operation {
            measured[*variable] = true;
        }
    }
    let mut all = measures.to_vec();
    all.extend(needed(mechanisms, measures.len(), |variable| !measured[variable]));
    all
}

/// The operations that store the wanted variables, and those that they need; the first of them will write register `first`.
pub(crate) fn needed(
    operations: &[Operation],
    first: usize,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Operation> {
    let stored =
        |operation: &Operation| matches!(operation, Operation::Store(variable, _) if wanted(*variable));
    let mut needed = vec![false; operations.len()];
    for (register, operation) in operations.iter().enumerate().rev() {
        needed[register] |= stored(operation);
        if needed[register] {
            operands(operation).into_iter().flatten().for_each(|operand| needed[operand] = true);
        }
    }
    let mut place = vec![0; operations.len()];
    let mut kept = Vec::new();
    for (register, operation) in operations.iter().enumerate().filter(|(register, _)| needed[*register]) {
        place[register] = first + kept.len();
        kept.push(moved(operation, &place));
    }
    kept
}

pub(crate) fn operands(operation: &Operation) -> [Option<usize>; 3] {
    match *operation {
        Operation::Constant(_) | Operation::Coefficient(_) | Operation::Input(_) | Operation::Variable(_) => {
            [None; 3]
        }
        Operation::Sigmoid(a) | Operation::Store(_, a) => [Some(a), None, None],
        Operation::Where(a, b, c) => [Some(a), Some(b), Some(c)],
        Operation::Add(a, b)
        | Operation::Subtract(a, b)
        | Operation::Multiply(a, b)
        | Operation::Divide(a, b)
        | Operation::Minimum(a, b)
        | Operation::Maximum(a, b)
        | Operation::Less(a, b)
        | Operation::LessOrEqual(a, b)
        | Operation::Equal(a, b) => [Some(a), Some(b), None],
    }
}

/// The same operation with its operands at their new places.
fn moved(operation: &Operation, place: &[usize]) -> Operation {
    match *operation {
        Operation::Constant(_) | Operation::Coefficient(_) | Operation::Input(_) | Operation::Variable(_) => {
            *operation
        }
        Operation::Sigmoid(a) => Operation::Sigmoid(place[a]),
        Operation::Store(variable, a) => Operation::Store(variable, place[a]),
        Operation::Where(a, b, c) => Operation::Where(place[a], place[b], place[c]),
        Operation::Add(a, b) => Operation::Add(place[a], place[b]),
        Operation::Subtract(a, b) => Operation::Subtract(place[a], place[b]),
        Operation::Multiply(a, b) => Operation::Multiply(place[a], place[b]),
        Operation::Divide(a, b) => Operation::Divide(place[a], place[b]),
        Operation::Minimum(a, b) => Operation::Minimum(place[a], place[b]),
        Operation::Maximum(a, b) => Operation::Maximum(place[a], place[b]),
        Operation::Less(a, b) => Operation::Less(place[a], place[b]),
        Operation::LessOrEqual(a, b) => Operation::LessOrEqual(place[a], place[b]),
        Operation::Equal(a, b) => Operation::Equal(place[a], place[b]),
    }
}

/// 1 / (1 + exp(-x)), without overflow for either sign.
fn sigmoid(value: f64) -> f64 {
    let small = exp(-value.abs());
    let above = if value >= 0.0 { 1.0 } else { small };
    above / (1.0 + small)
}

const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// ln 2 in two parts: the first times a small whole number is exact.
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Below this, exp is 0 for every purpose here.
const SMALLEST: f64 = -700.0;
/// Terms of the series: the rest is below the last bit for arguments up to ln 2 / 2.
const TERMS: u32 = 14;

/// exp for numbers up to 0 from the four operations alone: a system's own differs between machines.
fn exp(value: f64) -> f64 {
    if value < SMALLEST {
        return 0.0;
    }
    let halvings = (value * LOG2_E - 0.5).ceil();
    let rest = (value - halvings * LN2_HIGH) - halvings * LN2_LOW;
    let series = (1..=TERMS).rev().fold(1.0, |sum, term| 1.0 + rest / f64::from(term) * sum);
    series * f64::from_bits(((1023 + halvings as i64) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_as_good_as_the_system_s() {
        for step in 0..7000 {
            let value = -f64::from(step) / 10.0;
            let wanted = value.exp();
            assert!((exp(value) - wanted).abs() <= wanted * 4e-16, "{value}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(-1e9), 0.0);
    }

    #[test]
    fn bytes_that_are_no_model_are_refused() {
        assert!(Model::read(b"").is_err());
        assert!(Model::read(b"MCSM\x01\x00 and nothing else at all").is_err());
    }
}
