/** What moves are worth, asked of the server once a position. */

import { ApiError, post } from "./api.js";
import { lineWords, worthWords } from "./words.js";

const PATIENCE = 600_000; // milliseconds; the solver may be getting ready on a busy machine
const kept = new Map();

/** The record that the server is asked about. */
function recordOf(game) {
  return { book: game.book, board: game.board, moves: game.moves };
}

/** The answer of /api/values for a position, remembered; asked again while the solver is busy. */
export function valuesOf(game) {
  const key = JSON.stringify(recordOf(game));
  if (!kept.has(key)) {
    kept.set(key, ask(game).catch((error) => {
      kept.delete(key);
      throw error;
    }));
  }
  return kept.get(key);
}

async function ask(game) {
  const began = Date.now();
  for (;;) {
    try {
      return await post("/api/values", recordOf(game), { patience: PATIENCE });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || Date.now() - began > PATIENCE) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000));
    }
  }
}

/** A hint in one sentence. */
export function hintSentence(values) {
  const move = values.best[0];
  const judged = values.each[move];
  if (!move || !judged) return "There is nothing to choose.";
  const others = values.best.length - 1;
  const also = others > 0 ? ` So ${others === 1 ? "does" : "do"} ${others === 1 ? values.best[1] : `${others} other moves`}.` : "";
  if (!values.exact) return `Hint: ${move} looks best, ${worthWords(judged, false)}.`;
  const line = values.line.length > 1 ? ` Perfect play: ${lineWords(values.line)}.` : "";
  return `Hint: ${move} ${worthWords(judged)}.${judged.result === 0 ? "" : also}${line}`;
}
