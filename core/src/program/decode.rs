//! Reads a compiled program from bytes, naming the offset and the reason where it does not decode. Knows no word of the vocabulary.

use std::fmt;

/// Why and where a program was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    pub offset: usize,
    pub reason: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card program refused at byte {}: {}", self.offset, self.reason)
    }
}

/// Nesting deeper than this is refused rather than overflowing the stack.
const MAX_DEPTH: usize = 24;

pub struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, offset: 0, depth: 0 }
    }

    pub fn error<T>(&self, reason: impl Into<String>) -> Result<T, DecodeError> {
        Err(DecodeError { offset: self.offset, reason: reason.into() })
    }

    pub fn at_end(&self) -> bool {
        self.offset == self.bytes.len()
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        match self.bytes.get(self.offset..self.offset + count) {
            Some(found) => {
                self.offset += count;
                Ok(found)
            }
            None => self.error(format!("{count} more bytes were expected")),
        }
    }

    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        Ok(self.take(1)?[0])
    }

    pub fn int(&mut self) -> Result<i16, DecodeError> {
        let two = self.take(2)?;
        Ok(i16::from_le_bytes([two[0], two[1]]))
    }

    pub fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        if self.depth == MAX_DEPTH {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }
}

/// What can be read from a program, and how its type is written in the table.
pub trait Decode: Sized {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError>;
    fn kind() -> String;
}

impl Decode for i16 {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        reader.int()
    }
    fn kind() -> String {
        "Int".into()
    }
}

/// A number below a bound that the core sets, so that it can index without being asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below<const BOUND: usize>(u8);

impl<const BOUND: usize> Below<BOUND> {
    #[inline]
    pub fn at(self) -> usize {
        usize::from(self.0)
    }
}

impl<const BOUND: usize> Decode for Below<BOUND> {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        let value = reader.int()?;
        match usize::try_from(value) {
            Ok(index) if index < BOUND => Ok(Below(index as u8)),
            Ok(_) | Err(_) => reader.error(format!("index {value} is not below {BOUND}")),
        }
    }
    fn kind() -> String {
        "Int".into()
    }
}

impl Decode for bool {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        match reader.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            other => reader.error(format!("{other} is neither 0 nor 1")),
        }
    }
    fn kind() -> String {
        "Flag".into()
    }
}

impl Decode for String {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        let length = usize::from(reader.byte()?);
        let bytes = reader.take(length)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => reader.error("a text is not UTF-8"),
        }
    }
    fn kind() -> String {
        "Text".into()
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        let length = reader.byte()?;
        (0..length).map(|_| reader.nested(T::decode)).collect()
    }
    fn kind() -> String {
        format!("List<{}>", T::kind())
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        if bool::decode(reader)? {
            reader.nested(T::decode).map(Some)
        } else {
            Ok(None)
        }
    }
    fn kind() -> String {
        format!("Option<{}>", T::kind())
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(reader: &mut Reader) -> Result<Self, DecodeError> {
        reader.nested(T::decode).map(Box::new)
    }
    fn kind() -> String {
        T::kind()
    }
}
