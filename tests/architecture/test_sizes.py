"""The measure of sizes counts what it says. Judges no file of ours."""

from __future__ import annotations

from architecture.sizes import FunctionSize, python_functions, rust_functions

PYTHON = """
class Owner:
    def method(self, a, b, *, c=1):
        if a:
            return 1
        elif b:
            for x in a:
                with x:
                    pass
        def inner():
            while True:
                pass
"""

RUST = """
trait Other { fn signature_only(&self, a: u8); }
impl<F: Fn(u8) -> u8> Owner<F> {
    // fn in_a_comment() {
    fn method<G: Fn(u8) -> bool>(&mut self, a: &[u8], (b, c): (u8, u8), d: Map<u8, u8>) -> Result<(), E> {
        let text = "if { {";
        match a {
            [] => {
                if b { return Ok(()) } else if c { d() }
            }
            _ => Point { x: 1 },
        }
        for x in a { items.map(|y| { if y { x } }) }
    }
}
"""


def test_python_functions_are_measured() -> None:
    sizes = {size.name: size for size in python_functions(PYTHON)}
    assert sizes["method"] == FunctionSize("method", 3, 10, arguments=3, nesting=3)
    assert sizes["inner"] == FunctionSize("inner", 10, 3, arguments=0, nesting=1)


def test_rust_functions_are_measured_without_comments_and_strings() -> None:
    assert rust_functions(RUST) == [FunctionSize("method", 5, 10, arguments=3, nesting=2)]


def test_only_what_is_over_is_named() -> None:
    assert FunctionSize("small", 1, 60, 5, 3).excess() == []
    assert FunctionSize("large", 1, 61, 6, 4).excess() == ["61 lines", "6 arguments", "4 levels of nesting"]
