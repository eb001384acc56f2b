"""The routes of the API: what each takes, gives and refuses."""

from typing import Any

from fivesquare.mistakes import KINDS
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.web.messages import Endpoint
from fivesquare.web.models import Wire
from fivesquare.web.openapi import Media, Operation
from fivesquare.web.play import club_models, me_models
from fivesquare.web.play import models as play_models
from fivesquare.web.play.club_handlers import ClubHandlers
from fivesquare.web.play.day_handlers import DayHandlers
from fivesquare.web.play.handlers import GameHandlers
from fivesquare.web.play.me_handlers import MeHandlers
from fivesquare.web.play.service import GameService
from fivesquare.web.study import advice_models, board_view, day_models, fairness_models
from fivesquare.web.study import models as study_models
from fivesquare.web.study.advice_handlers import AdviceHandlers
from fivesquare.web.study.fairness_handlers import FairnessHandlers
from fivesquare.web.study.handlers import StudyHandlers
from fivesquare.web.study.solver_pool import SolverPool

_GAMES = "/api/games"
_GAME = "/api/games/{id}"
_CLUB = "/api/clubs/{id}"
_DAY = "/api/daily/{date}"
_STREAM = Media(
    "text/event-stream",
    {"type": "string"},
    "Every event is a whole game, its id the ply; the current one at once.",
)
_EVENINGS = Media(
    "text/event-stream",
    {"type": "string"},
    "Every event is a whole evening, its id the version; the current one at once.",
)


def operations(
    service: GameService, pool: SolverPool, days: DayHandlers, me: MeHandlers, *, has_club: bool
) -> list[Operation]:
    """Everything about games, evenings, days, and all that is asked of the solver and of the books."""
    study = StudyHandlers(pool)
    advice, fair = AdviceHandlers(pool), FairnessHandlers(pool)
    return [
        *_games(service, advice),
        *(_clubs(service) if has_club else ()),
        *_days(days),
        *_own(me),
        *_analyses(study, advice, fair),
    ]


def _games(service: GameService, advice: AdviceHandlers) -> list[Operation]:
    """Everything about games."""
    games = GameHandlers(service, advice)

    def deed(what: str, endpoint: Endpoint, *busy: int, **told: Any) -> Operation:
        """What only a player with a seat can do, and only as the game stands."""
        refuses = (401, 404, 422, *busy)
        explains = {409: play_models.Stale}
        return Operation("POST", f"{_GAME}/{what}", endpoint, refuses=refuses, explains=explains, **told)

    return [
        Operation(
            "POST",
            _GAMES,
            games.begin,
            takes=play_models.NewGame,
            gives=play_models.Begun,
            status=201,
            refuses=(422,),
        ),
        Operation("GET", _GAME, games.look, gives=play_models.Game, refuses=(404,)),
        Operation("GET", f"{_GAME}/events", games.follow, gives=_STREAM, refuses=(404, 503)),
        Operation("GET", f"{_GAME}/ladder", games.ladder, gives=play_models.Climbed, refuses=(404,)),
        deed(
            "advice",
            games.advise,
            503,
            takes=play_models.Advice,
            gives=advice_models.Advised,
            is_costly=True,
        ),
        deed("moves", games.move, 503, takes=play_models.Move, gives=play_models.Game),
        deed("takeback", games.take_back, takes=play_models.Takeback, gives=play_models.Game),
        deed("resign", games.resign, takes=play_models.Resignation, gives=play_models.Game),
        deed("rematch", games.rematch, takes=play_models.Rematch, gives=play_models.Again),
        deed("seat", games.sit, takes=play_models.Sitting, gives=play_models.Seated),
        deed("name", games.name, 503, takes=play_models.PlayerName, gives=play_models.Game),
        deed("phrases", games.say, 429, takes=play_models.Phrase, gives=play_models.Game),
        deed("links", games.invite, takes=play_models.Invitation, gives=play_models.Link),
    ]


def _clubs(service: GameService) -> list[Operation]:
    """Everything about evenings of a club."""
    clubs = ClubHandlers(service)
    told: dict[str, Any] = {"tag": "clubs"}
    evening = club_models.Evening

    def hosted(what: str, endpoint: Endpoint, takes: type[Wire] | None = None) -> Operation:
        """What only the host can do, and only as the evening stands."""
        refuses = (401, 404, 409, 422, 503)
        return Operation(
            "POST", f"{_CLUB}/{what}", endpoint, takes=takes, gives=evening, refuses=refuses, **told
        )

    return [
        Operation(
            "POST",
            "/api/clubs",
            clubs.open_evening,
            takes=club_models.NewEvening,
            gives=club_models.Opened,
            status=201,
            refuses=(409, 422),
            **told,
        ),
        Operation("GET", _CLUB, clubs.look_at_evening, gives=evening, refuses=(404, 503), **told),
        Operation(
            "GET", f"{_CLUB}/events", clubs.follow_evening, gives=_EVENINGS, refuses=(404, 503), **told
        ),
        Operation(
            "POST",
            f"{_CLUB}/players",
            clubs.join,
            takes=club_models.Joining,
            gives=club_models.Joined,
            refuses=(404, 409, 422, 503),
            **told,
        ),
        Operation(
            "POST", f"{_CLUB}/leave", clubs.leave, gives=evening, refuses=(401, 404, 409, 503), **told
        ),
        hosted("rounds", clubs.begin_round, club_models.WantedRound),
        hosted("decisions", clubs.decide, club_models.Decision),
        hosted("admissions", clubs.admit, club_models.Admission),
        hosted("door", clubs.set_door, club_models.Door),
        hosted("end", clubs.end),
    ]


def _days(days: DayHandlers) -> list[Operation]:
    """Everything about the puzzle of the day."""
    told: dict[str, Any] = {"tag": "days"}
    puzzle = day_models.DailyPuzzle
    return [
        Operation("GET", "/api/daily", days.daily, gives=puzzle, refuses=(503,), is_costly=True, **told),
        Operation(
            "GET",
            _DAY,
            days.daily,
            gives=puzzle,
            refuses=(404, 503),
            parameters=_DATE,
            is_costly=True,  # the puzzle of any day has to be made once
            **told,
        ),
        Operation(
            "POST",
            _DAY,
            days.hand_in,
            takes=day_models.DayTried,
            gives=day_models.DayHandedIn,
            refuses=(404, 422, 503),
            parameters=_DATE,
            is_costly=True,
            **told,
        ),
        Operation(
            "GET",
            "/api/days",
            days.days,
            gives=day_models.DayCalendar,
            refuses=(404,),
            parameters=(
                _asked("today", "The date where the player is.", type="string", format="date"),
                _asked("date", "One more day whose result is wanted.", type="string", format="date"),
            ),
            **told,
        ),
    ]


def _own(me: MeHandlers) -> list[Operation]:
    """Everything about what a browser has done so far."""

    def own(method: str, what: str, endpoint: Endpoint, **told: Any) -> Operation:
        return Operation(method, f"/api/me{what}", endpoint, tag="progress", **told)

    kinds = (
        {**_asked("mistake", "The kind of mistake.", type="string", enum=list(KINDS)), "required": True},
    )
    return [
        own("GET", "", me.me, gives=me_models.Me, is_costly=True),
        own(
            "GET",
            "/practice",
            me.practice,
            gives=me_models.Practice,
            refuses=(422,),
            parameters=kinds,
            is_costly=True,
        ),
        own("GET", "/export", me.copy, gives=me_models.OwnCopy, is_costly=True),
        own("POST", "/name", me.name, takes=me_models.OwnName, gives=me_models.KeptName, refuses=(422,)),
        own("POST", "/forget", me.forget, gives=me_models.Forgotten),
    ]


def _analyses(study: StudyHandlers, advice: AdviceHandlers, fair: FairnessHandlers) -> list[Operation]:
    """Everything that is asked of the solver and of the books."""

    def asked(
        method: str, what: str, endpoint: Endpoint, busy: tuple[int, ...] = (503,), **told: Any
    ) -> Operation:
        bad = {422: study_models.BadRecord}
        return Operation(
            method,
            f"/api/{what}",
            endpoint,
            refuses=busy,
            explains=bad,
            tag="analyses",
            is_costly=bool(busy),
            **told,
        )

    return [
        asked("POST", "solve", study.solve, takes=study_models.Record, gives=study_models.Solved),
        asked("POST", "review", study.review, takes=study_models.Record, gives=study_models.Reviewed),
        asked("POST", "values", study.values, takes=study_models.Record, gives=study_models.Valued),
        asked(
            "POST",
            "takeaway",
            advice.takeaway,
            takes=advice_models.FinishedGame,
            gives=advice_models.Takeaway,
        ),
        asked("POST", "walk", study.walk, takes=study_models.Record, gives=study_models.Walk),
        asked("POST", "plies", study.plies, takes=study_models.Record, gives=study_models.Plies),
        asked(
            "POST",
            "position",
            board_view.position,
            (),
            takes=study_models.WantedPosition,
            gives=study_models.ShownPosition,
        ),
        asked("GET", "puzzles", study.puzzle, gives=study_models.Puzzle, parameters=_PUZZLE),
        asked(
            "POST", "puzzles", study.puzzle_of, takes=study_models.WantedPuzzle, gives=study_models.Puzzle
        ),
        asked(
            "POST", "lessons", study.lesson, takes=study_models.WantedLesson, gives=study_models.TaughtBook
        ),
        asked("POST", "komi", study.komi, takes=study_models.WantedKomi, gives=study_models.FairKomi),
        asked(
            "POST",
            "books",
            study.explain,
            (),
            takes=study_models.WantedBook,
            gives=study_models.ExplainedBook,
        ),
        asked(
            "POST",
            "fairness",
            fair.fairness,
            takes=fairness_models.WantedFairness,
            gives=fairness_models.Fairness,
        ),
        asked(
            "POST",
            "remedies",
            fair.remedies,
            takes=fairness_models.WantedRemedies,
            gives=fairness_models.Remedies,
        ),
        asked(
            "POST",
            "samples",
            fair.sample,
            takes=fairness_models.WantedSample,
            gives=fairness_models.SampleGame,
        ),
        Operation("GET", "/api/catalogue", study.list, gives=study_models.Catalogue, tag="analyses"),
    ]


def _asked(name: str, text: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "description": text, "schema": schema}


_DATE = ({"name": "date", "in": "path", "required": True, "schema": {"type": "string", "format": "date"}},)
_PUZZLE = (
    _asked("book", "The name of a book; without it, a random one.", type="string"),
    _asked("difficulty", "How hard it is.", type="string", enum=list(DIFFICULTIES), default="medium"),
    _asked("seed", "The same seed gives the same puzzle; without it, any.", type="integer"),
    _asked("mistake", "What the tempting move is; of any difficulty.", type="string", enum=list(KINDS)),
    _asked("size", "Rows x columns, at most 25 cells.", type="string", pattern="^[1-8]x[1-8]$"),
)
