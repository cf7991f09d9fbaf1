//! How a number of the observation is declared: name, range, unit, meaning and value in one statement. No number lives here.

/// What one number is; `unit` says how it is made from what it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub low: f32,
    pub high: f32,
    pub unit: &'static str,
    pub doc: &'static str,
}

/// Declares numbers in order: makes the table of them, and the function that writes them.
macro_rules! numbers {
    ($table:ident, $write:ident($of:ident: $kind:ty) {
        $($name:literal [$low:literal, $high:literal] $unit:literal, $doc:literal => $value:expr;)*
    }) => {
        pub const $table: &[$crate::observation::field::Field] = &[$($crate::observation::field::Field {
            name: $name,
            low: $low,
            high: $high,
            unit: $unit,
            doc: $doc,
        }),*];

        #[inline]
        pub fn $write($of: $kind, out: &mut [f32]) {
            let values = [$($value),*];
            debug_assert!($crate::observation::field::in_range($table, &values));
            out.copy_from_slice(&values);
        }
    };
}
pub(super) use numbers;

pub fn in_range(fields: &[Field], values: &[f32]) -> bool {
    fields.iter().zip(values).all(|(field, &value)| field.low <= value && value <= field.high)
}

/// A whole number as a share of `scale`, cut off at -1 and 1.
#[inline]
pub fn share(amount: impl Into<i32>, scale: f32) -> f32 {
    (amount.into() as f32 * scale.recip()).clamp(-1.0, 1.0)
}

#[inline]
pub fn yes(fact: bool) -> f32 {
    f32::from(u8::from(fact))
}
