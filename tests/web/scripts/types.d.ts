// The shapes that the scripts share: what the server answers (web/play/models.py, web/study/models.py), and what they hand each other.

type GamePage = import("../../../src/fivesquare/web/pages/static/game.js").GamePage;
type ReviewPage = import("../../../src/fivesquare/web/pages/static/review.js").ReviewPage;
type Course = import("../../../src/fivesquare/web/pages/static/course.js").Course;
type Form = import("../../../src/fivesquare/web/pages/static/form.js").Form;
type Lessons = import("../../../src/fivesquare/web/pages/static/lessons.js").Lessons;

type Compiled = import("../../../src/fivesquare/web/embeds/scripts/compiled.js").Compiled;
type Rules = import("../../../src/fivesquare/web/embeds/scripts/rules.js").Rules;
type EveningPage = import("../../../src/fivesquare/web/pages/static/evening.js").EveningPage;

type Seat = 1 | 2;
type TileKind = "" | "first" | "second" | "now" | "still" | "draw";
type Winner = 0 | 1 | 2;
type Names = string[];
type Book = string | Record<string, unknown>;

/** A position set up by hand, as a record has it. */
interface Placement {
  owners: Winner[][];
  turn: Seat;
  link?: string;
}

interface GameRecord {
  book: Book;
  board: number[][];
  setup?: Placement;
  moves: string[];
  players?: string[];
  names?: (string | null)[];
}

interface Claim {
  takes: string[];
  scores: number[];
  counts: number[];
}

/** What a move did. */
interface Done {
  move: string;
  player: Seat;
  takes: string[];
  skipped: Seat | null;
  forfeits?: boolean; // a second claim that was earned, for want of a cell
}

interface LogEntry extends Done {
  gain: number;
  scores: number[];
  counts: number[];
}

type Goal =
  | { kind: "exactly"; target: number; total?: undefined; enough?: undefined; komi?: undefined }
  | { kind: "majority"; target?: undefined; total: number; enough: number[]; komi?: undefined }
  | { kind: "points"; target?: undefined; total: number; enough: number[] | null; komi: number };

/** What stays the same through a game. */
interface Setting {
  book: Book;
  board: number[][];
  setup?: Placement;
  title: string;
  name: string | null;
  label: string;
  size: [number, number];
  has_numbers: boolean;
  goal: Goal;
  players: string[];
}

interface Ending {
  winner: Winner | null;
  reason: string | null;
}

/** What perfect play leads to. */
interface Worth {
  winner?: Winner | null;
  margin?: number | null;
}

/** What a move is worth, to both and to its mover. */
interface MoveWorth {
  winner: Winner | null;
  margin: number | null;
  lead: number | null;
  result: -1 | 0 | 1 | null;
  is_best: boolean;
}

/** What api/me says of how far the reviews of one's games are. */
interface Me {
  reviews: { done: number; of: number; left_out: number };
}

interface Values {
  exact: boolean;
  best: string[];
  each: Record<string, MoveWorth>;
  line: string[];
}

/** A move to make, why, and how it may go on. */
interface Hinted {
  exact: boolean;
  advice: string;
  reason: string;
  steps: HintStep[];
}

interface HintStep {
  move: string;
  player: Seat;
  frame: Frame;
}

/** What the tutor says of a move. */
interface Caution {
  title: string;
  text: string;
  answer: string | null;
}

interface Warned {
  exact: boolean;
  caution: Caution | null;
}

/** What a game that was won means for the ladder of its book. */
interface Climb {
  level: string;
  is_new?: boolean;
  next?: string | null;
  helped?: string;
  words?: string;
}

/** What to take away from a game. */
interface Takeaway {
  sentence: string | null;
  move: number | null;
  heights: (number | null)[];
}

/** What may come, on a cell: a step of a hint, or the tutor's sign. */
interface Ghost {
  text: string;
  player: number; // 0 where no one claims it
  isNow: boolean;
  words: string;
}

/** A position as it is shown; the last four are known once the solver has been asked. */
interface View extends Setting, Ending {
  turn: Seat | null;
  legal: string[];
  owners: Winner[][];
  scores: number[];
  counts: number[];
  decided: Winner | null;
  over: boolean;
  chain: string | null;
  claims: Record<string, Claim | undefined>;
  refused: Record<string, string | undefined>;
  last: Done | null;
  ended?: Ending;
  margin?: number | null;
  height?: number | null;
  exact?: boolean;
  each?: Record<string, MoveWorth> | null;
  best?: string[];
  line?: string[];
}

interface Game extends View {
  id: string;
  ply: number;
  version: number;
  moves: string[];
  log: LogEntry[];
  seats: ("computer" | "sat" | "open" | "elsewhere")[];
  asks: Seat | null;
  waits: number[];
  resigned: Seat | null;
  rematch: string | null;
  thinking: boolean;
  watching: number;
  names: (string | null)[];
  helped: string[][];
  clock: GameClock | null;
  presence: (Presence | null)[];
  said: (Said | null)[];
  now?: number;
  evening?: string;
}

interface EveningPlayer {
  number: number;
  name: string;
  state: "here" | "left" | "removed";
}

interface EveningTable {
  first: number;
  second: number;
  game: string;
  settled: boolean;
  winner: Winner | null;
  decided: boolean;
  reason: string | null;
  here: boolean[];
  view: View | null;
}

interface EveningPlace {
  player: number;
  rank: number;
  tied: boolean;
  points: number;
  won: number;
  drawn: number;
  lost: number;
  free: number;
}

/** An evening of a club: everything that can be seen of it. */
interface Evening {
  id: string;
  version: number;
  title: string;
  label: string;
  brief: string;
  form: "everybody" | "ladder";
  legs: number;
  clock: { move?: number; game?: number } | null;
  size: number[];
  created: string;
  open: boolean;
  over: boolean;
  playing: boolean;
  round: number;
  rounds: number | null;
  players: EveningPlayer[];
  tables: EveningTable[];
  free: number[];
  next: { pairs: [number, number][]; free: number[] } | null;
  standing: EveningPlace[];
  results: [round: number, first: number, second: number, winner: Winner | null][];
}

/** Seconds that each player had left at `since`, in the server's time. */
interface GameClock {
  move?: number;
  game?: number;
  left: number[];
  runs: Seat | null;
  since: number | null;
}

interface Presence {
  here: boolean;
  since: number | null;
}

interface Said {
  phrase: string;
  at: number;
}

interface Seated {
  seats: Seat[];
  opens: Seat[];
  game: Game;
}

interface ReviewedMove {
  number: number;
  player: Seat;
  move: string;
  verdict: string;
  mark: "unknown" | "bad" | "poor" | "good" | "plain";
  points_lost: number;
  result_lost: number;
  moves_lost: number;
  is_mistake: boolean;
  best: string[];
  line: string[];
}

/** What a move changes about a position that is shown. */
interface Frame {
  owners: Winner[][];
  scores: number[];
  counts: number[];
  turn: Seat | null;
  legal: string[];
  over: boolean;
  last: Done;
}

/** What is said to a move of a lesson's exercise, and the board after it and after each move that follows. */
interface ExerciseAnswer {
  right: boolean;
  words: string;
  frames: Frame[];
  result: string | null;
}

interface Exercise {
  topic: string;
  rule: string;
  task: string;
  names: Names;
  has_places: boolean;
  called: string | null;
  view: View;
  refusals: Record<string, string | undefined>;
  answers: Record<string, ExerciseAnswer | undefined>;
}

interface Lesson {
  ply: number;
  player: Seat;
  played: string;
  right: string[];
  task: string;
  hints: string[];
}

/** A whole game reviewed. */
interface Walk {
  plies: View[];
  moves: ReviewedMove[];
  turning_point: number | null;
  accuracy: (number | null)[];
  skill: (number | null)[];
  lessons: Lesson[];
  has_margins: boolean;
  solved: boolean;
}

/** A position as the analysis board shows it. */
interface Shown {
  record: GameRecord;
  view: View & { ply: number };
  movers: Seat[];
  setup: Placement;
  known: string | null; // the name of its book or variant
  has_chains: boolean;
  numbers: "shuffled" | "ones" | [low: number, high: number];
}

/** A position that is asked for; without a board one is dealt. */
interface PositionWish {
  book: Book;
  board?: number[][] | string;
  size?: number[];
  setup?: Placement;
  moves: string[];
  ply?: number;
}

/** What moves are worth, with who makes each move of the line. */
interface LineValues extends Values {
  movers: Seat[];
}

/** What is known of the position on the analysis board: values, or why there are none. */
interface ValuesState {
  values: LineValues | null;
  words: string;
  failed?: boolean;
}

interface Puzzle {
  book: Book;
  difficulty: string;
  seed: number | null;
  view: View & { each: Record<string, MoveWorth> };
  right: string[];
  task: string;
  hints: string[];
  why: Record<string, string>;
}

/** What is wished of a puzzle. */
interface PuzzleWish {
  book: string;
  difficulty: string;
}

/** A claim of the day's puzzle, with what is said to each try. */
interface DailyClaim {
  view: Partial<View> & { legal: string[] };
  right: string;
  tries: number;
  wrong: Record<string, [string, string]>;
  why: Record<string, string>;
  kept: string;
  shown: string;
  to_go: string[]; // by how many tries are left
  after: Partial<View>[]; // up to the next claim
}

/** What is known of a day's puzzle before it is made. */
interface DayHead {
  date: string;
  number: number;
  book: string;
  label: string;
  heading: string;
  size: [number, number];
  count: number;
  next: string;
}

interface DailyPuzzle extends DayHead {
  task: string;
  tries: number;
  game: Setting;
  claims: DailyClaim[];
}

interface DayTile {
  date: string;
  day: number;
  letter: string;
  state: "solved" | "failed" | "open" | "none";
  words: string;
}

interface PlayedDay {
  tries: number[];
  found: boolean[];
  solved: boolean;
  on_time: boolean;
  verdict: string;
  sum: string;
  total: string;
  share: string;
}

/** The days that this browser has played. */
interface DayCalendar {
  today: string;
  streak: number;
  longest: number;
  streak_words: string;
  week: DayTile[];
  weeks: DayTile[][];
  played: Record<string, PlayedDay | undefined>;
}

/** What the page of a day, or home, begins with. */
interface DayData {
  wanted: string | null; // the day that was asked for, if not today
  day: DayHead;
  calendar: DayCalendar;
}

/** A game of the shelf, with how far this browser is with its levels. */
interface ShelfGame {
  name: string;
  label: string;
  is_fair: boolean;
  size: number[];
  has_points: boolean; // whether the goal is the most points
  has_numbers: boolean; // whether the cells have numbers
  fairness: string;
  beaten: string[]; // names of opponents
  next: string | null; // the lowest that is not beaten
}

/** A strength of the computer. */
interface Opponent {
  name: string;
  title: string;
  words: string;
}

/** How a game is started. */
interface GameChoices {
  against: string;
  level: number; // counted from 1
  begins: string;
  clock: string;
}

/** What a player can do: by a button, by a key of the list of keys, or by both. */
interface Deed {
  id?: string; // of the button
  key?: string;
  words?: string;
  deed: () => unknown;
}

/** How api.js asks. */
interface AskOptions {
  secret?: string; // of a seat
  patience?: number; // milliseconds
  signal?: AbortSignal;
  kind?: "json" | "blob"; // of the answer
}

/** How retry.js asks again. */
interface RetryOptions {
  tries?: number;
  passes?: (error: import("../../../src/fivesquare/web/pages/static/api.js").ApiError) => boolean; // whether asking again may help
  wait?: (tries: number) => number; // seconds, if the server does not say how many
  signal?: AbortSignal;
  onPause?: (seconds: number) => void;
}

/** A move on its way, with the version of the game in which it was chosen. */
interface Sent {
  ply: number;
  move: string;
  version: number;
  slow?: boolean;
}

/** What a refusal means if the game has gone on meanwhile. */
type Judgement = "again" | "done" | "refused";

type ListedMove = { player: Seat; skip: string } | { player: Seat; number: number; name: string; move: string; got: string };

/** A cell of the board: its parts, each null while it is not drawn. */
interface Cell {
  button: HTMLButtonElement;
  number: HTMLElement;
  owner: number;
  mark: SVGSVGElement | null; // of its owner
  flag: SVGSVGElement | null; // of the player who would take it
  sign: SVGSVGElement | null;
  value: HTMLElement | null;
  row: number;
  column: number;
}

interface BoardOptions {
  mover?: number;
  active?: boolean; // whether cells can be chosen
  values?: { exact?: boolean; each: Record<string, MoveWorth> } | null;
  pending?: string | null; // a move on its way
  marks?: Record<string, string>; // "right", "wrong" or "played"
  flipped?: boolean;
  names?: Names;
  still?: boolean; // without motion
  ghosts?: Map<string, Ghost>;
  takes?: string[]; // cells marked as taken while no cell is pointed at
  winner?: Winner; // of a game that is over, to be shown as its end
  atOneTap?: boolean; // whether a cell that is touched once is chosen
}

/** What is drawn on the board of a review. */
interface Drawing {
  active: boolean;
  values?: boolean;
  marks?: Record<string, string>;
}

/** Moves that were not played (a variation), from a ply of the game on. */
interface Line {
  from: number; // the ply of the game that it leaves
  back?: number; // the ply to return to, if it is another one
  moves: string[];
  title: string;
}

/** A line with its positions: the one it leaves, and one after each move. */
interface EnteredLine extends Line {
  plies: View[];
}

/** A game whose review is shared; a game of this server has an id. */
interface Shared {
  id: string | null;
  record: GameRecord;
  isReachable: boolean;
}

/** What the lessons are part of. */
interface ReviewContext {
  walk: Walk;
  course: Course;
  names: Names;
  mine: Seat[];
  draw: (view: View, drawing: Drawing) => void;
  focus: () => void; // puts the focus on the board
  onLeave: (ply: number | null) => void;
}

interface CurveData {
  heights: (number | null)[]; // one a ply, null where it was not solved
  players: Winner[]; // who made the move that led there; 0 at the opening
  mistakes: Set<number>; // the plies after a move that threw something away
  turning: number | null;
  hasMargins: boolean;
  captions: string[]; // each ply in words
}

/** A stretch of a curve without a gap. */
type Run = [ply: number, height: number][];

/** The element that a tag with classes makes: "p.quiet" is an HTMLParagraphElement. */
type Made<T extends string> = T extends `${infer Name}.${string}` ? Tagged<Name> : Tagged<T>;
type Tagged<Name extends string> = Name extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[Name]
  : Name extends keyof SVGElementTagNameMap
    ? SVGElementTagNameMap[Name]
    : HTMLElement;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => unknown)>;

/** Who wins the boards of a rule book (web/study/fairness_models.py). */
interface Fairness {
  kind: "solved" | "estimate";
  boards: number;
  of: number;
  is_done: boolean;
  first: number;
  second: number;
  drawn: number;
  heading: string;
  certainty: string;
  detail: string;
}

interface Remedy {
  kind: "book" | "swap" | "komi";
  title: string;
  text: string;
  book: Record<string, any>;
}

interface FoundRemedies {
  tried: number;
  of: number;
  is_done: boolean;
  remedies: Remedy[];
  note: string;
}

/** What boot.js gives to the pages of a static site; a server's have no such thing. */
interface Window {
  fivesquare?: { address: (path: string) => string; marks: Record<string, unknown> };
}

// --- Boards in other people's pages ---

type Mode = "play" | "values" | "replay";

/** A rule book with all its answers. */
interface BookAnswers {
  size: [number, number];
  values: "shuffled" | "ones" | [number, number];
  reach: string;
  take: string;
  again: string;
  goal: "points" | "majority" | { exactly: number };
  tie: string;
  balance?: "none" | "swap" | { komi: number };
  title?: string;
}

/** A record that was read and found right. */
interface ReadRecord {
  book: BookAnswers;
  board: number[][];
  moves: string[];
  setup?: Placement;
  written: Record<string, any>;
  names: string[];
}

/** What stays the same during a game, as the engine has it; masks are unsigned. */
interface Setup {
  reach: number;
  take: number;
  again: number;
  goal: number;
  target: number;
  tie: number;
  cells: number;
  columns: number;
  full: bigint;
  edge: bigint;
  notLastColumn: bigint;
  notLastRow: bigint;
  swap: number;
  komi: number;
  values: number[];
  beside: bigint[];
  lower: bigint[];
}

/** What changes during a game: the cells of the player to move, and of the other one. */
interface State {
  own: bigint;
  other: bigint;
  turn: Seat;
  link: number;
}
