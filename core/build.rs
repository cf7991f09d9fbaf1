//! Puts the one ABI statement, `mtg_causal_core.h`, where maturin looks for it. Generates nothing.

use std::path::PathBuf;
use std::{env, fs, io};

const HEADER: &str = "mtg_causal_core.h";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    // maturin reads `header.h` in the target directory. OUT_DIR is `<target>[/<triple>]/<profile>/build/<crate>/out`.
    let target = out
        .ancestors()
        .skip(4)
        .find(|folder| folder.join("CACHEDIR.TAG").is_file())
        .ok_or(io::ErrorKind::NotFound)?;
    let copy = target.join("header.h");
    fs::copy(HEADER, &copy)?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={HEADER}");
    println!("cargo::rerun-if-changed={}", copy.display());
    Ok(())
}
