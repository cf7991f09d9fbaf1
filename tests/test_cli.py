"""The command line: quick help with examples; exit code 2 and a close match for typos; loud bugs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mtg_causal_rl import cli
from mtg_causal_rl.errors import EngineBug


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text for name in cli.COMMANDS)
    assert cli.main([]) == 0


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_shows_an_example_that_parses(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    assert f"example:\n  mtg-causal {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["trian"], "unknown command 'trian'; did you mean 'train'?"),
        (["--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
        (["run", "smoke", "--pln"], "unknown option '--pln' in `mtg-causal run`; did you mean '--plan'?"),
        (["run"], "mtg-causal run: the following arguments are required: protocol"),
        (["run", "smoke", "twice"], "'twice' is one argument too many"),
        (["bench", "--repeats", "many"], "argument --repeats: invalid int value: 'many'"),
        (["report", "nowhere"], "nowhere holds no study"),
    ],
)
def test_a_bad_request_exits_with_2_and_says_what_was_meant(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "Traceback" not in captured.err


def test_a_bug_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(arguments: cli.Arguments) -> None:
        raise EngineBug("seed 7")

    monkeypatch.setitem(cli.COMMANDS, "spec", cli.Command("", "", cli.declare_nothing, broken))
    with pytest.raises(EngineBug, match="seed 7"):
        cli.main(["spec"])


def test_an_interrupted_command_says_that_what_is_finished_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(arguments: cli.Arguments) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "spec", cli.Command("", "", cli.declare_nothing, interrupted))
    assert cli.main(["spec"]) == 130
    assert "what is finished stays" in capsys.readouterr().err


def test_help_imports_nothing_heavy() -> None:
    program = "import sys; from mtg_causal_rl.cli import main; main(['--help']); print(sorted(sys.modules))"
    text = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    for heavy in ("torch", "pandas", "scipy", "matplotlib"):
        assert f"'{heavy}'" not in text
