"""Saved games as a state machine: two programs, and what else befalls a folder, against a plain model."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from fivesquare import files, record
from fivesquare.errors import BusyFileError, FivesquareError
from fivesquare.position import Position
from fivesquare.table import saved_games
from fivesquare.table.saved_games import Kept

from .headless import dealt

FOREIGN = [b"", b"{", b"my diary\n", b"\xff\xfe", b'{"book": "chain"}', b"[1]"]
STEPS = ("new_file", "_lock", "_sync_folder")
"""Steps of a write at which a program can die: before the new file, before its lock, after the rename."""


class DeathError(BaseException):
    """The program dies here: nothing after it is done."""


class TwoPrograms(RuleBasedStateMachine):
    """The model is what each file must hold, and which of them a program has."""

    tables = Bundle("tables")
    paths = Bundle("paths")

    def __init__(self) -> None:
        super().__init__()
        self._place = tempfile.TemporaryDirectory()
        self._home = patch.dict(os.environ, {"XDG_STATE_HOME": self._place.name})
        self._home.start()
        self._held: dict[Path, Kept] = {}
        self._games: dict[Path, Position] = {}
        self._foreign: dict[Path, bytes] = {}

    def teardown(self) -> None:
        for kept in self._held.values():
            kept.close()
        self._home.stop()
        self._place.cleanup()

    @rule(target=paths, seed=st.integers(0, 3))
    def begin(self, seed: int) -> Path:
        position = dealt("sweep", seed)
        kept = saved_games.keep_here("sweep")
        position = position.play(position.legal[0])
        kept.save(position)
        self._games[kept.path], self._held[kept.path] = position, kept
        return kept.path

    @rule(path=paths, choice=st.integers(0, 99))
    def move(self, path: Path, choice: int) -> None:
        if path in self._held and not self._games[path].is_over:
            legal = self._games[path].legal
            after = self._games[path].play(legal[choice % len(legal)])
            self._held[path].save(after)
            self._games[path] = after

    @rule(path=paths)
    def undo(self, path: Path) -> None:
        before = self._games[path]
        if path in self._held and before.moves:
            after = replace(Position.start(before.book, board=before.board), extra=before.extra)
            self._held[path].save(after)
            self._games[path] = after

    @rule(path=paths)
    def leave(self, path: Path) -> None:
        if path in self._held:
            self._held.pop(path).close()

    @rule(path=paths)
    def resume(self, path: Path) -> None:
        """Whoever comes second is told; a game that is over or gone is no game to continue."""
        try:
            position, kept = saved_games.go_on(path)
        except BusyFileError:
            assert path in self._held
        except FivesquareError:
            assert path not in self._games or self._games[path].is_over
        else:
            assert path not in self._held
            assert position.moves == self._games[path].moves
            self._held[path] = kept

    @rule(path=consumes(paths))
    def delete(self, path: Path) -> None:
        try:
            saved_games.remove([path], lambda: True)
        except BusyFileError:
            assert path in self._held
            self._held.pop(path).close()
            saved_games.remove([path], lambda: True)
        assert path not in self._held
        del self._games[path]

    @rule(path=consumes(paths), name=st.sampled_from(["mine.json", "x.json"]), target=paths)
    def rename(self, path: Path, name: str) -> Path:
        """Somebody gives another name to a game that no program has."""
        new = path.with_name(f"{len(self._games)}-{path.stem[-8:]}-{name}")
        if path in self._held or new in self._games or new in self._foreign:
            return path
        path.rename(new)
        self._games[new] = self._games.pop(path)
        return new

    @rule(name=st.sampled_from(["a.json", "b.json"]), content=st.sampled_from(FOREIGN))
    def put_something_else(self, name: str, content: bytes) -> None:
        folder = saved_games.games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        self._foreign[folder / name] = content

    @rule(path=paths, step=st.sampled_from(STEPS))
    def die(self, path: Path, step: str) -> None:
        """A program dies while it saves a move: its lock is gone, and the old game or the new one there."""
        if path not in self._held or self._games[path].is_over:
            return
        before = self._games[path]
        after = before.play(before.legal[-1])
        with patch.object(files, step, side_effect=DeathError), pytest.raises(DeathError):
            self._held[path].save(after)
        self._held.pop(path).close()
        moves = record.load(path).moves
        assert moves in (before.moves, after.moves)
        self._games[path] = after if moves == after.moves else before

    @invariant()
    def every_game_is_whole_and_nothing_else_has_changed(self) -> None:
        found = {path: position.moves for path, position in saved_games.in_order()}
        assert found == {path: position.moves for path, position in self._games.items()}
        assert {path: saved_games.is_played(path) for path in found} == {
            path: path in self._held for path in found
        }
        assert {path: path.read_bytes() for path in self._foreign} == self._foreign

    @invariant()
    def the_last_game_left_is_one_that_nobody_plays(self) -> None:
        free = [path for path, each in self._games.items() if path not in self._held]
        can = [path for path in free if self._games[path].moves and not self._games[path].is_over]
        try:
            _, kept = saved_games.last_left()
        except FivesquareError:
            assert not can
        else:
            kept.close()
            assert kept.path in can


TestTwoPrograms = TwoPrograms.TestCase
TestTwoPrograms.settings = settings(max_examples=30, stateful_step_count=25)
