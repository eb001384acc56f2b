"""What the server notes on standard error: one JSON object a line, or, for a person, only what is wrong.

Nothing that opens a seat is ever written: no header, no body, no query, and of a path nothing behind a `#`,
which some programs send along.
"""

import json
import logging
import sys
import time
import traceback
from collections.abc import Mapping
from typing import Any

from fivesquare.web.messages import REQUEST
from fivesquare.web.settings import Settings

LOGGER = logging.getLogger("fivesquare.web")

_LONGEST_PATH = 200
_AGAIN = 60.0  # seconds
_MOST_WARNED = 100
_warned: dict[str, float] = {}  # what was warned of, and when
_ADDED = "fields"  # of a log record: the fields beside the event


class JsonFormatter(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _moment(record.created),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **({"request": request} if (request := REQUEST.get()) else {}),
            **getattr(record, _ADDED, {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return json.dumps(line)


class TextFormatter(logging.Formatter):
    """A record as a person reads it."""

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, _ADDED, {})
        where = [f"{fields['method']} {fields['path']}"] if "path" in fields else []
        where += [f"request {request}"] if (request := REQUEST.get()) else []
        line = f"fivesquare: {record.getMessage()}" + (f" ({', '.join(where)})" if where else "")
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + "".join(traceback.format_exception(record.exc_info[1])).rstrip()
        return line


def set_up(settings: Settings) -> None:
    """Write to standard error as we were told; uvicorn, which tells of every bad request, is quiet."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if settings.log == "json" else TextFormatter())
    is_for_programs = settings.log == "json"
    LOGGER.setLevel(logging.INFO if is_for_programs else logging.WARNING)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(logging.ERROR if is_for_programs else logging.CRITICAL)
    for logger in (LOGGER, uvicorn):
        logger.handlers[:] = [handler]
        logger.propagate = False


def note(event: str, **fields: Any) -> None:
    """Something that happened to the server itself."""
    LOGGER.info(event, extra={_ADDED: fields})


def warn(event: str, **fields: Any) -> None:
    """Something that the operator should know."""
    LOGGER.warning(event, extra={_ADDED: fields})


def warn_now_and_then(event: str) -> None:
    """The same for something that keeps happening, at most once a minute: a full disk fills no log."""
    now = time.monotonic()
    if now - _warned.get(event, -_AGAIN) >= _AGAIN:
        if len(_warned) >= _MOST_WARNED:
            _warned.clear()
        _warned[event] = now
        warn(event)


def access(scope: Mapping[str, Any], status: int, seconds: float) -> None:
    """A request and its answer; status 0 if the client left before it."""
    fields = {**_asked(scope), "status": status, "milliseconds": round(seconds * 1000, 2)}
    LOGGER.info("request", extra={_ADDED: fields})


def unexpected(scope: Mapping[str, Any], error: BaseException) -> None:
    """A fault of ours, with its trace."""
    LOGGER.error("unexpected exception", exc_info=error, extra={_ADDED: _asked(scope)})


def _asked(scope: Mapping[str, Any]) -> dict[str, Any]:
    client = scope.get("client")
    return {
        "method": scope.get("method"),
        "path": safe_path(scope["path"]),
        "address": client[0] if client else None,
    }


def safe_path(path: str) -> str:
    """Without what may be a secret: a link that was pasted somewhere may arrive with its fragment."""
    return path.partition("#")[0].partition("?")[0][:_LONGEST_PATH]


def _moment(seconds: float) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03}Z"
