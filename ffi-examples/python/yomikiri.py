"""Mate problems of shogi (tsume-shogi) through the shared library of Yomikiri.

    import yomikiri
    solver = yomikiri.Solver(mem=64)
    answer = solver.solve("9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1", mode=yomikiri.Mode.SHORTEST)
    print(answer.result, answer.length, answer.pv)

The library is looked for in the environment variable YOMIKIRI_LIBRARY, then beside this
repository's examples (`scripts/build-archive.sh --shared ffi-examples/build/libyomikiri.so`), then
where the system keeps its libraries. Nothing but Python's own modules is needed.

A solver is used by one thread at a time, except for `cancel`. Calls into the library let other
threads of Python run.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import enum
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Optional

__all__ = ["Answer", "Error", "Mode", "Solver", "version"]

_ABI_VERSION: Final = 1
_ERROR_TOO_MANY_MOVES: Final = -7
_MORE: Final = 1
_PROVEN: Final = 1
_DISPROVEN: Final = 2
_STOPS: Final = {1: "solved", 2: "nodes", 3: "cancelled", 4: "plies"}
_VERIFIED: Final = 1
_STEP: Final = 20_000


class Mode(enum.IntEnum):
    """When a mate is good enough."""

    FIRST = 0
    """The first mate found."""
    SHORTEN = 1
    """Shorter and shorter mates until the budget ends."""
    SHORTEST = 2
    """The shortest mate, proven."""


class Error(Exception):
    """A call that the library refused: its status and what it means."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Answer:
    """What is known of one problem; the fields of `yomikiri mate --json`."""

    sfen: str
    result: str
    """`mate`, `nomate`, `unknown` or `error`."""
    length: Optional[int]
    """Plies of the line, every interposition counted."""
    exact: Optional[bool]
    """Whether no mate is shorter."""
    pv: Optional[list[str]]
    """The line in USI."""
    verified: bool
    nodes: int
    seconds: float
    stop: str
    """Why the search ended: `solved`, `nodes`, `time`, `plies`, `cancelled`, `memory`."""
    error: Optional[str]

    def json(self, seconds: bool = True) -> str:
        """The answer as a line of JSON, without the fields that mean nothing here."""
        fields = {name: value for name, value in asdict(self).items() if value is not None}
        if not seconds:
            del fields["seconds"]
        return json.dumps(fields, ensure_ascii=False)


class _Config(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("plies", ctypes.c_uint32),
        ("moves", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    ]


class _Limits(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("plies", ctypes.c_uint32),
        ("nodes", ctypes.c_uint64),
        ("mode", ctypes.c_int32),
        ("attacker", ctypes.c_int32),
    ]


class _Result(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("outcome", ctypes.c_int32),
        ("stop", ctypes.c_int32),
        ("length", ctypes.c_uint32),
        ("exact", ctypes.c_uint32),
        ("verification", ctypes.c_int32),
        ("proof", ctypes.c_uint32),
        ("disproof", ctypes.c_uint32),
        ("nodes", ctypes.c_uint64),
        ("peak_plies", ctypes.c_uint32),
        ("peak_moves", ctypes.c_uint32),
        ("table_permille", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    ]


class _SfenError(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("field", ctypes.c_int32),
        ("offset", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("message", ctypes.c_char * 80),
    ]


def _find() -> str:
    named = os.environ.get("YOMIKIRI_LIBRARY")
    if named:
        return named
    built = Path(__file__).resolve().parent.parent / "build" / "libyomikiri.so"
    if built.is_file():
        return str(built)
    found = ctypes.util.find_library("yomikiri")
    if found:
        return found
    raise OSError(
        "the shared library of Yomikiri is not found: set YOMIKIRI_LIBRARY, or run "
        "scripts/build-archive.sh --shared ffi-examples/build/libyomikiri.so"
    )


_loaded: Optional[ctypes.CDLL] = None


def _library() -> ctypes.CDLL:
    """The library with the types of its functions, loaded once."""
    global _loaded
    if _loaded is not None:
        return _loaded
    library = ctypes.CDLL(_find())
    pointer, status, size = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t
    for name, result, *arguments in (
        ("yomi_abi_version", ctypes.c_uint32),
        ("yomi_version_number", ctypes.c_uint32),
        ("yomi_status_name", ctypes.c_char_p, status),
        ("yomi_tsume_mem_size", status, pointer, ctypes.POINTER(size)),
        ("yomi_tsume_init", status, pointer, size, pointer, ctypes.POINTER(pointer)),
        ("yomi_tsume_set_table", status, pointer, pointer, size),
        ("yomi_tsume_set_sfen", status, pointer, ctypes.c_char_p, pointer),
        ("yomi_tsume_start", status, pointer, pointer),
        ("yomi_tsume_step", status, pointer, ctypes.c_uint64),
        ("yomi_tsume_cancel", status, pointer),
        ("yomi_tsume_get_result", status, pointer, pointer),
        ("yomi_tsume_pv", status, pointer, pointer, size, ctypes.POINTER(size)),
        ("yomi_tsume_start_verification", status, pointer, status, ctypes.c_uint64),
        ("yomi_shogi_format_usi", status, ctypes.c_uint32, ctypes.c_char_p, size, pointer),
    ):
        function = getattr(library, str(name))
        function.restype = result
        function.argtypes = arguments
    found = library.yomi_abi_version()
    if found != _ABI_VERSION:
        raise OSError(f"the library has ABI {found}; this module is for {_ABI_VERSION}")
    _loaded = library
    return library


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    number: int = _library().yomi_version_number()
    return f"{number // 1_000_000}.{number // 1_000 % 1_000}.{number % 1_000}"


def _check(status: int) -> int:
    if status < 0:
        name = _library().yomi_status_name(status)
        raise Error(status, name.decode() if name else f"status {status}")
    return status


def _words(size: int) -> ctypes.Array[ctypes.c_uint64]:
    """Memory of at least so many bytes, aligned as the library wants it."""
    return (ctypes.c_uint64 * ((size + 7) // 8))()


class Solver:
    """A search in memory of its own, for one problem after the other."""

    def __init__(self, mem: int = 64, plies: int = 2000) -> None:
        """Takes `mem` MiB, table and path together; lines of up to `plies` plies can be read."""
        library = _library()
        total = mem << 20
        moves = min(max(total // 8 // 20, 1000), 200_000)
        config = _Config(ctypes.sizeof(_Config), plies, moves, 0)
        size = ctypes.c_size_t()
        _check(library.yomi_tsume_mem_size(ctypes.byref(config), ctypes.byref(size)))
        if size.value >= total:
            raise ValueError(f"{mem} MiB are too few for lines of {plies} plies")
        self._memory = _words(size.value)
        self._table = _words(total - size.value)
        self._plies = plies
        self._solver = ctypes.c_void_p()
        _check(
            library.yomi_tsume_init(
                self._memory,
                ctypes.sizeof(self._memory),
                ctypes.byref(config),
                ctypes.byref(self._solver),
            )
        )
        _check(
            library.yomi_tsume_set_table(self._solver, self._table, ctypes.sizeof(self._table))
        )

    def cancel(self) -> None:
        """Ends the search that another thread is in, as soon as it can."""
        _check(_library().yomi_tsume_cancel(self._solver))

    def solve(
        self,
        sfen: str,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        mode: Mode = Mode.FIRST,
        verify: bool = True,
    ) -> Answer:
        """Solves a problem within so many nodes and seconds (0: no limit).

        A text that is no position gives an answer with result `error`; nothing is raised for it.
        """
        library = _library()
        begin = time.monotonic()
        trouble = _SfenError(struct_size=ctypes.sizeof(_SfenError))
        text = sfen.encode()
        if b"\0" in text:
            return self._error(sfen, "a NUL byte in the position", begin)
        status = library.yomi_tsume_set_sfen(self._solver, text, ctypes.byref(trouble))
        if status < 0:
            return self._error(sfen, trouble.message.decode(), begin)
        limits = _Limits(ctypes.sizeof(_Limits), 0, nodes, int(mode), 0)
        stop: Optional[str] = None
        try:
            _check(library.yomi_tsume_start(self._solver, ctypes.byref(limits)))
            while _check(library.yomi_tsume_step(self._solver, _STEP)) == _MORE:
                if seconds > 0.0 and time.monotonic() - begin >= seconds:
                    stop = "time"
                    break
        except Error as error:
            # A line with more moves than the memory holds says nothing about the problem.
            if error.status != _ERROR_TOO_MANY_MOVES:
                raise
            stop = "memory"
        result = self._result()
        known = result.outcome in (_PROVEN, _DISPROVEN) and stop != "memory"
        verified = False
        searched = result.nodes
        if known and verify:
            _check(library.yomi_tsume_start_verification(self._solver, 0, 0))
            while _check(library.yomi_tsume_step(self._solver, _STEP)) == _MORE:
                pass
            verified = self._result().verification == _VERIFIED
        mated = known and result.outcome == _PROVEN
        line = self._line() if mated else None
        return Answer(
            sfen=sfen,
            result="mate" if mated else "nomate" if known else "unknown",
            length=(len(line) if line else result.length) if mated else None,
            exact=bool(result.exact) if mated else None,
            pv=line,
            verified=verified,
            nodes=searched,
            seconds=time.monotonic() - begin,
            stop=stop or _STOPS.get(result.stop, "cancelled"),
            error=None,
        )

    @staticmethod
    def _error(sfen: str, message: str, begin: float) -> Answer:
        seconds = time.monotonic() - begin
        return Answer(sfen, "error", None, None, None, False, 0, seconds, "", message)

    def _result(self) -> _Result:
        result = _Result(struct_size=ctypes.sizeof(_Result))
        _check(_library().yomi_tsume_get_result(self._solver, ctypes.byref(result)))
        return result

    def _line(self) -> list[str]:
        library = _library()
        moves = (ctypes.c_uint32 * self._plies)()
        count = ctypes.c_size_t()
        _check(
            library.yomi_tsume_pv(self._solver, moves, self._plies, ctypes.byref(count))
        )
        text = ctypes.create_string_buffer(16)
        line = []
        for move in moves[: count.value]:
            _check(library.yomi_shogi_format_usi(move, text, len(text), None))
            line.append(text.value.decode())
        return line
