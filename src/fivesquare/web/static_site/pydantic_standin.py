"""Stands in for pydantic in the browser: the strict checks of what pages send, in pydantic's own words.

Pydantic is compiled code of a megabyte, and most of it makes schemas, which no page asks for. This has what
the models of `web/` use of it, and a test holds the two against each other.
"""

import json
import types
import typing
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

Place = tuple[str | int, ...]

_REQUIRED: Any = object()
_PLAIN = {
    str: "Input should be a valid string",
    int: "Input should be a valid integer",
    float: "Input should be a valid number",
    bool: "Input should be a valid boolean",
}
_NO_UNICODE = f"{_PLAIN[str]}, unable to parse raw data as a unicode string"
_TOO_LONG = "Unable to parse input string as an integer, exceeded maximum size"
_MOST = 2**63 - 1

ConfigDict = dict


class Fault(NamedTuple):
    """What is wrong, and where."""

    place: Place
    words: str


class ValidationError(ValueError):
    """What was sent does not fit the model."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self._faults = faults

    def errors(self, **_options: bool) -> list[dict[str, Any]]:
        return [{"loc": each.place, "msg": each.words} for each in self._faults]


class FieldInfo:
    """A field of a model, or what is asked of a type."""

    def __init__(
        self,
        default: Any = _REQUIRED,
        *,
        ge: float | None = None,
        le: float | None = None,
        max_length: int | None = None,
        **_described: Any,
    ) -> None:
        self.default = default
        self._least, self._most, self._longest = ge, le, max_length

    def is_required(self) -> bool:
        return self.default is _REQUIRED

    def fault(self, value: Any) -> str | None:
        """What of its limits a value breaks, in words."""
        if value is None:
            return None
        if self._least is not None and value < self._least:
            return f"Input should be greater than or equal to {self._least}"
        if self._most is not None and value > self._most:
            return f"Input should be less than or equal to {self._most}"
        if self._longest is not None and isinstance(value, str) and not _is_unicode(value):
            return _NO_UNICODE
        if self._longest is not None and len(value) > self._longest:
            return _too_long(value, self._longest)
        return None


Field: Any = FieldInfo


def _too_long(value: Any, longest: int) -> str:
    plural = "" if longest == 1 else "s"
    if isinstance(value, str):
        return f"String should have at most {longest} character{plural}"
    kind = "Dictionary" if isinstance(value, dict) else "List"
    return f"{kind} should have at most {longest} item{plural} after validation, not {len(value)}"


def model_validator(*, mode: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a method that looks at a whole model when its fields are checked."""

    def mark(method: Any) -> Any:
        method.checks_model = mode
        return method

    return mark


class _Kind(type):
    """Works out the fields of a model when they are first needed: then all that they mention is there."""

    _described: dict[str, tuple[Any, FieldInfo]] | None

    def described(cls) -> dict[str, tuple[Any, FieldInfo]]:
        """The type of each field, and the field."""
        if cls.__dict__.get("_described") is None:
            kinds = typing.get_type_hints(cls, include_extras=True)
            fields = {name: getattr(cls, name, _REQUIRED) for name in kinds if not _is_ours(name)}
            cls._described = {
                name: (kinds[name], given if isinstance(given, FieldInfo) else FieldInfo(given))
                for name, given in fields.items()
            }
        return cls._described or {}

    @property
    def model_fields(cls) -> dict[str, FieldInfo]:
        return {name: field for name, (_, field) in cls.described().items()}


def _is_ours(name: str) -> bool:
    return name in ("model_config", "_described")


class BaseModel(metaclass=_Kind):
    """Something that is sent."""

    model_config: ClassVar[Mapping[str, Any]] = {}

    def __class_getitem__(cls, _kinds: Any) -> type:
        return cls

    @classmethod
    def model_validate(cls, sent: Any) -> typing.Self:
        faults: list[Fault] = []
        made = cls._checked(sent, (), faults)
        if faults:
            raise ValidationError(faults)
        return typing.cast("typing.Self", made)

    @classmethod
    def _checked(cls, sent: Any, place: Place, faults: list[Fault]) -> Any:
        if isinstance(sent, cls):
            return sent
        if not isinstance(sent, dict):
            words = f"Input should be a valid dictionary or instance of {cls.__name__}"
            faults.append(Fault(place, words))
            return None
        if cls.model_config.get("extra") and not all(map(_is_unicode, sent)):
            faults.append(Fault(place, _NO_UNICODE))
            return None
        before = len(faults)
        told: dict[str, Any] = {}
        for name, (kind, field) in cls.described().items():
            if name not in sent:
                told[name] = field.default
                if field.is_required():
                    faults.append(Fault((*place, name), "Field required"))
                continue
            told[name] = _fitting(sent[name], kind, (*place, name), faults, field)
        extra = [name for name in sent if name not in cls.model_fields]
        if cls.model_config.get("extra") == "forbid":
            faults += [Fault((*place, name), "Extra inputs are not permitted") for name in extra]
        if len(faults) > before:
            return None
        more = extra if cls.model_config.get("extra") == "allow" else []
        made = cls(**told, **{name: sent[name] for name in more})
        return made._looked_at(place, faults)

    def _looked_at(self, place: Place, faults: list[Fault]) -> Any:
        """The model, if it has nothing against its fields as they are together."""
        for name in dir(type(self)):
            if getattr(getattr(type(self), name, None), "checks_model", None) == "after":
                try:
                    getattr(self, name)()
                except ValueError as error:
                    faults.append(Fault(place, f"Value error, {error}"))
        return self

    def __init__(self, **fields: Any) -> None:
        defaults = {name: field.default for name, field in type(self).model_fields.items()}
        self.__dict__.update({**defaults, **fields})

    def model_dump(self, *, exclude_none: bool = False) -> dict[str, Any]:
        found = {name: _dumped(value, exclude_none) for name, value in vars(self).items()}
        return {name: value for name, value in found.items() if value is not None or not exclude_none}

    def model_dump_json(self) -> str:
        return json.dumps(self.model_dump(), separators=(",", ":"), ensure_ascii=False)


class RootModel(BaseModel):
    """A model that is something else than an object; only schemas are made of them."""


def _dumped(value: Any, exclude_none: bool) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_none=exclude_none)
    return [_dumped(each, exclude_none) for each in value] if isinstance(value, list) else value


# --- Types ---


def _fitting(
    value: Any, kind: Any, place: Place, faults: list[Fault], field: FieldInfo | None = None
) -> Any:
    """A value as a type has it; what is wrong with it is added to the faults."""
    if field is not None and typing.get_origin(kind) is list and isinstance(value, list):
        words = field.fault(value)
        if words is not None:  # of a list that is too long, no item is looked at
            faults.append(Fault(place, words))
            return None
    before = len(faults)
    found = _of_type(value, kind, place, faults)
    words = field.fault(found) if field is not None and len(faults) == before else None
    if words is not None:
        faults.append(Fault(place, words))
    return found


def _of_type(value: Any, kind: Any, place: Place, faults: list[Fault]) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return value
    if origin is typing.Annotated:
        limits = next((each for each in inner[1:] if isinstance(each, FieldInfo)), None)
        return _fitting(value, inner[0], place, faults, limits)
    if origin in (typing.Union, types.UnionType):
        return _one_of(value, inner, place, faults)
    if origin is typing.Literal:
        return _literal(value, inner, place, faults)
    if origin is list:
        return _list(value, inner[0], place, faults)
    if origin is dict:
        return _dict(value, inner, place, faults)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind._checked(value, place, faults)
    if kind is float and type(value) is int:
        with suppress(OverflowError):
            return float(value)
    if type(value) is not kind:
        faults.append(Fault(place, _PLAIN[kind]))
    return value


def _one_of(value: Any, kinds: tuple[Any, ...], place: Place, faults: list[Fault]) -> Any:
    others = [kind for kind in kinds if kind is not types.NoneType]
    if value is None and len(others) < len(kinds):
        return None
    if len(others) == 1:
        return _of_type(value, others[0], place, faults)
    wrong: list[Fault] = []
    for kind in others:
        against: list[Fault] = []
        found = _of_type(value, kind, (*place, _tag(kind)), against)
        if not against:
            return found
        wrong += against
    faults += wrong
    return None


def _tag(kind: Any) -> str:
    """What pydantic calls a part of a union; those with a bracket are told to no one."""
    return kind.__name__ if isinstance(kind, type) and typing.get_origin(kind) is None else f"[{kind}]"


def _literal(value: Any, known: tuple[Any, ...], place: Place, faults: list[Fault]) -> Any:
    found = next((each for each in known if value == each), None)
    if found is None:
        words = f"Input should be {_listed([repr(each) for each in known])}"
        if type(value) is int and int in map(type, known) and not -_MOST - 1 <= value <= _MOST:
            words = _TOO_LONG
        if isinstance(value, str) and str in map(type, known) and not _is_unicode(value):
            words = _NO_UNICODE
        faults.append(Fault(place, words))
    return found


def _list(value: Any, kind: Any, place: Place, faults: list[Fault]) -> Any:
    if not isinstance(value, list):
        faults.append(Fault(place, "Input should be a valid list"))
        return None
    return [_of_type(each, kind, (*place, index), faults) for index, each in enumerate(value)]


def _dict(value: Any, kinds: tuple[Any, ...], place: Place, faults: list[Fault]) -> Any:
    if not isinstance(value, dict):
        faults.append(Fault(place, "Input should be a valid dictionary"))
        return None
    return {name: _of_type(each, kinds[1], (*place, name), faults) for name, each in value.items()}


def _is_unicode(text: str) -> bool:
    """Whether a text has no half of a character, as JSON may write one."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
