"""Whether a log was made as the protocol says: who was asked, how often, and with which settings.

Inspect notes every call of a model apart from the messages of a sample, so that a log says twice what was
asked and answered. A log that was edited in one of the two places contradicts itself.
"""

from typing import Any

from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import ChatMessage, GenerateConfig

from fivesquare.errors import FivesquareError, many
from fivesquare.research.benchmark.bench_result import BenchRun
from fivesquare.research.benchmark.bench_tasks import SET_HASH, SOLVER, told_of
from fivesquare.research.benchmark.protocol import MAX_TOKENS, TEMPERATURE, VERSION, digest
from fivesquare.research.benchmark.set_parts import Asked, Part, hash_of
from fivesquare.research.evaluation.scorer import SCORER, scored
from fivesquare.research.skill import Account

_TRANSPORT = {
    "max_connections",
    "adaptive_connections",
    "max_retries",
    "timeout",
    "attempt_timeout",
    "stream_idle_timeout",
    "batch",
    "cache_prompt",
}
"""Settings of how requests are sent, which say nothing about what is asked."""

_LIMITS = (
    "message_limit",
    "token_limit",
    "turn_limit",
    "time_limit",
    "working_limit",
    "cost_limit",
)
_WANTED = {"temperature": TEMPERATURE, "max_tokens": MAX_TOKENS}


class TamperedError(FivesquareError):
    """A log that is not what the benchmark would have led to."""


def check_settings(run: BenchRun, part: Part, log: EvalLog) -> None:
    """Refuse other settings, and other sets, than those of the benchmark."""
    asked = _settings(log.plan.config)
    if asked != _WANTED:
        raise TamperedError(f"the {part} were asked with {asked}, not with {_WANTED}")
    own = _settings(log.eval.model_generate_config)
    if own:
        raise TamperedError(f"the model had settings of its own: {own}")
    if [step.solver.rpartition("/")[2] for step in log.plan.steps] != [SOLVER] or log.plan.finish:
        raise TamperedError("something else than the benchmark asked the model")
    limits = [name for name in _LIMITS if getattr(log.eval.config, name) is not None]
    if limits:
        raise TamperedError(f"it had a {limits[0].replace('_', ' ')}")
    if str(log.eval.task_version) != VERSION:
        raise TamperedError(f"it is of version {log.eval.task_version}")
    names = [str(sample.id) for sample in log.samples or []]
    if set(names) != run.samples(part).keys():
        raise TamperedError(f"the samples of the {part} are not those of the set")
    if len(names) != len(set(names)) or (log.eval.config.epochs or 1) != 1:
        raise TamperedError("samples were played more than once")
    told = (log.eval.metadata or {}).get(SET_HASH)
    if told != hash_of(part, run.lite, run.fresh_file if part == "fresh" else None):
        raise TamperedError(f"the {part} are of another set: {told}")


def _settings(config: GenerateConfig) -> dict[str, Any]:
    return {
        name: value
        for name, value in config.model_dump(exclude_none=True).items()
        if name not in _TRANSPORT
    }


def check_sample(run: BenchRun, asked: Asked, sample: EvalSample, account: Account) -> None:
    """Refuse a sample whose calls, tokens, score or metadata do not go with what was said in it."""
    if sample.input != asked.row.prompt or sample.metadata != told_of(asked):
        raise TamperedError("its input or its metadata is not the one of the benchmark")
    if sample.limit is not None:
        raise TamperedError("it was stopped by a limit")
    calls = [event for event in sample.events if isinstance(event, ModelEvent) and event.error is None]
    _check_calls(run, sample.messages, calls)
    _check_tokens(run, sample, calls)
    score, wanted = (sample.scores or {})[SCORER], scored({**account.to_json(), "group": asked.row.group})
    for name in ("value", "explanation", "metadata"):
        if digest(getattr(score, name)) != digest(getattr(wanted, name)):
            raise TamperedError("its score does not follow from its answers")


def _check_calls(run: BenchRun, messages: list[ChatMessage], calls: list[ModelEvent]) -> None:
    """Refuse calls that are not those of the messages, one by one."""
    answers = messages[1::2]
    if len(calls) != len(answers):
        raise TamperedError(
            f"the model was called {many(len(calls), 'time')} for {many(len(answers), 'answer')}"
        )
    for question, answer, call in zip(messages[::2], answers, calls, strict=True):
        if call.model != run.model:
            raise TamperedError(f"{call.model} was asked, not {run.model}")
        if [(each.role, each.content) for each in call.input] != [("user", question.text)]:
            raise TamperedError("the model was shown something else than the prompt")
        if call.output.completion != answer.text:
            raise TamperedError("an answer is not what the model said")
        if call.tools or _settings(call.config) != _WANTED:
            raise TamperedError("the model was called with other settings")


def _check_tokens(run: BenchRun, sample: EvalSample, calls: list[ModelEvent]) -> None:
    usages = [call.output.usage for call in calls if call.output.usage is not None]
    counted = [(usage.input_tokens, usage.output_tokens) for usage in sample.model_usage.values()]
    read, written = (
        sum(getattr(usage, f"{what}_tokens") for usage in usages) for what in ("input", "output")
    )
    if counted != ([(read, written)] if usages else []) or not sample.model_usage.keys() <= {run.model}:
        raise TamperedError("its tokens are not those of the calls")
