//! What can go wrong at the boundary, by kind; and what becomes of a panic. Nothing here decides what is wrong.

use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::sync::Once;

/// The kinds are the error codes of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Card(String),
    Value(String),
    Illegal(String),
    Snapshot(String),
    Episode(String),
    Bug(String),
    /// Another thread is using the handle.
    Busy,
}

thread_local! {
    /// Place and message of the latest panic of this thread.
    static REPORT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs what may panic; a panic becomes its place and message, and prints nothing.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        set_hook(Box::new(|panic| REPORT.with(|report| *report.borrow_mut() = panic.to_string())));
    });
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| REPORT.with(RefCell::take))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_place_and_message() {
        assert_eq!(caught(|| 1), Ok(1));
        let report = caught(|| panic!("seven {}", 8)).expect_err("it panicked");
        assert!(report.contains("failure.rs") && report.contains("seven 8"), "{report}");
    }
}
