//! A list of fixed room inside the state: plain data, cloned by a copy. What does not fit is reported, never dropped in silence.

/// Up to `N` values in order; `len` says how many count.
#[derive(Clone, Copy, Debug)]
pub struct List<T: Copy + Default, const N: usize> {
    len: u8,
    items: [T; N],
}

/// The list was full; the caller turns this into the game's overflow end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self { len: 0, items: [T::default(); N] }
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    pub const CAPACITY: usize = N;

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len()]
    }

    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }

    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.as_slice().get(index).copied()
    }

    #[inline]
    pub fn last(&self) -> Option<T> {
        self.as_slice().last().copied()
    }

    #[inline]
    pub fn first(&self) -> Option<T> {
        self.as_slice().first().copied()
    }

    pub fn push(&mut self, value: T) -> Result<(), Full> {
        if self.is_full() {
            return Err(Full);
        }
        self.items[self.len()] = value;
        self.len += 1;
        Ok(())
    }

    pub fn pop(&mut self) -> Option<T> {
        let value = self.last()?;
        self.len -= 1;
        Some(value)
    }

    pub fn insert(&mut self, index: usize, value: T) -> Result<(), Full> {
        if self.is_full() || index > self.len() {
            return Err(Full);
        }
        let len = self.len();
        self.items.copy_within(index..len, index + 1);
        self.items[index] = value;
        self.len += 1;
        Ok(())
    }

    /// Takes the value at `index` out; those behind it move up, so order is kept.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let value = self.get(index)?;
        let len = self.len();
        self.items.copy_within(index + 1..len, index);
        self.len -= 1;
        Some(value)
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            let value = self.items[index];
            if keep(&value) {
                self.items[kept] = value;
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> List<T, N> {
    pub fn position(&self, value: T) -> Option<usize> {
        self.iter().position(|&item| item == value)
    }

    pub fn contains(&self, value: T) -> bool {
        self.position(value).is_some()
    }

    pub fn remove_value(&mut self, value: T) -> bool {
        self.position(value).and_then(|index| self.remove(index)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_refuses_overflow() {
        let mut list: List<u8, 3> = List::default();
        for value in [1, 2, 3] {
            assert_eq!(list.push(value), Ok(()));
        }
        assert_eq!(list.push(4), Err(Full));
        assert_eq!(list.remove(0), Some(1));
        assert_eq!(list.insert(1, 9), Ok(()));
        assert_eq!(list.as_slice(), &[2, 9, 3]);
        list.retain(|&v| v != 9);
        assert_eq!(list.as_slice(), &[2, 3]);
    }
}
