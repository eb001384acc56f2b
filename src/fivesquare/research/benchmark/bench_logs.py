"""The logs of a run: what was asked and answered, as it was kept or played once more with the solver."""

from collections.abc import Callable, Iterable, Mapping
from itertools import cycle, islice
from pathlib import Path

from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log

from fivesquare.errors import FileError
from fivesquare.files import named
from fivesquare.research.benchmark.bench_result import BenchRun, PlayedPart
from fivesquare.research.benchmark.log_conditions import TamperedError, check_sample, check_settings
from fivesquare.research.benchmark.protocol import digest
from fivesquare.research.benchmark.set_parts import Asked, Part
from fivesquare.research.evaluation.eval_logs import place
from fivesquare.research.evaluation.scorer import SCORER, accounts
from fivesquare.research.evaluation.task import RELEASE
from fivesquare.research.skill import Account

Tell = Callable[[int, int], object]
"""Progress callback: how many samples are done, of how many."""


def logs_in(folder: Path) -> list[EvalLog]:
    """The logs in a folder without their samples, the newest first."""
    if not folder.is_dir():
        raise FileError(f"there are no logs: {named(folder)} is not a folder")
    return [_read(place(info.name), header_only=True) for info in list_eval_logs(str(folder))]


def _read(path: str, *, header_only: bool = False) -> EvalLog:
    try:
        return read_eval_log(path, header_only=header_only, resolve_attachments="core")
    except Exception as error:  # of the many that a damaged archive leads to
        raise FileError(f"cannot read the log {named(Path(path))}: {error}") from None


def log_of(run: BenchRun, part: Part, logs: Iterable[EvalLog]) -> EvalLog | None:
    """The newest log of a part of this run; None if there is none."""
    for header in logs:
        arguments = header.eval.task_args
        is_ours = (header.eval.model, arguments.get("part")) == (run.model, part)
        is_same_set = part != "fresh" or Path(str(arguments.get("fresh"))).name == run.fresh_name
        if is_ours and is_same_set and bool(arguments.get("lite")) == run.lite:
            return _read(header.location)
    return None


def missing_in(run: BenchRun, part: Part, log: EvalLog | None) -> tuple[int, str]:
    """How many samples were not played to their end, and why one of them was not."""
    done = {str(sample.id) for sample in (log.samples or [] if log else []) if _is_done(sample)}
    errors = [
        sample.error.message for sample in (log.samples or [] if log else []) if sample.error is not None
    ]
    return len(run.samples(part).keys() - done), " ".join(errors[0].split()) if errors else ""


def _is_done(sample: EvalSample) -> bool:
    return sample.error is None and bool(sample.scores and SCORER in sample.scores)


def kept(log: EvalLog) -> PlayedPart:
    """What a log says, as it was when it was played."""
    return _played(log, lambda sample: accounts([(sample.scores or {})[SCORER]])[0])


def replayed(run: BenchRun, part: Part, log: EvalLog, tell: Tell) -> PlayedPart:
    """The same found again from the answers alone: prompts, replies of opponents, and what moves cost."""
    samples, done = run.samples(part), iter(range(len(log.samples or [])))
    check_settings(run, part, log)

    def account(sample: EvalSample) -> Account:
        tell(next(done), len(samples))
        try:
            return _replay(samples[str(sample.id)], sample)
        except TamperedError as error:
            raise TamperedError(f"sample {sample.id}: {error}") from None

    return _played(log, account)


def contradiction(run: BenchRun, part: Part, log: EvalLog, played: PlayedPart) -> str | None:
    """Where what a log notes of its samples does not go with what was said in them; None if it does."""
    samples = run.samples(part)
    for sample in log.samples or []:
        name = str(sample.id)
        try:
            check_sample(run, samples[name], sample, played.accounts[name])
        except TamperedError as error:
            return f"sample {name}: {error}"
    return None


def _replay(asked: Asked, sample: EvalSample) -> Account:
    episode, messages = asked.begin(), sample.messages
    turns = islice(cycle(("user", "assistant")), len(messages))
    if any(message.role != turn for message, turn in zip(messages, turns, strict=True)):
        raise TamperedError("this is not a series of questions and answers")
    if len(messages) % 2:
        raise TamperedError("a question has no answer")
    for question, answer in zip(messages[::2], messages[1::2], strict=True):
        if episode.is_over:
            raise TamperedError("the model was asked more than the benchmark asks")
        if question.text != episode.prompt():
            raise TamperedError("a prompt is not the one of the benchmark")
        episode.answer(answer.text)
    if not episode.is_over:
        raise TamperedError("it was not played to its end")
    return episode.report()


def _played(log: EvalLog, account: Callable[[EvalSample], Account]) -> PlayedPart:
    samples = sorted(log.samples or [], key=lambda sample: str(sample.id))
    usages = [usage for sample in samples for usage in sample.model_usage.values()]
    return PlayedPart(
        accounts={str(sample.id): account(sample) for sample in samples},
        tokens=(sum(usage.input_tokens for usage in usages), sum(usage.output_tokens for usage in usages)),
        log_sha256=digest({str(sample.id): _said(sample) for sample in samples}),
        release=str((log.eval.metadata or {}).get(RELEASE)),
    )


def _said(sample: EvalSample) -> list[Mapping[str, str]]:
    return [{"role": message.role, "text": message.text} for message in sample.messages]
