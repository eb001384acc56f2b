/** The server's JSON interface. */

/** An answer that is not the one hoped for; status 0: there was none. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {{game?: Game|null, retryAfter?: number|null, field?: string|null}} more the game as it is now, seconds, a field of the form
   */
  constructor(status, message, { game = null, retryAfter = null, field = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.game = game;
    this.retryAfter = retryAfter;
    this.field = field;
  }

  /** Whether asking again may help: no answer, too much at once, or a server in trouble. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const PATIENCE = 15_000; // milliseconds until an answer counts as lost

/** @param {string} path @param {RequestInit} request @param {AskOptions} options */
async function ask(path, request, { secret, patience = PATIENCE, signal, kind = "json" }) {
  const headers = { Accept: "application/json", ...request.headers, ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
  const limits = [AbortSignal.timeout(patience), ...(signal ? [signal] : [])];
  let answer;
  let content = null;
  try {
    answer = await fetch(path, { ...request, headers, cache: "no-store", signal: AbortSignal.any(limits) });
    content = answer.ok && kind === "blob" ? await answer.blob() : await jsonOf(answer);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "There is no answer.");
  }
  if (answer.ok && content !== null) return content;
  const seconds = Number(answer.headers.get("Retry-After"));
  throw new ApiError(answer.ok ? 502 : answer.status, content?.error ?? `The answer was an error (${answer.status}).`, {
    game: content?.game, retryAfter: seconds > 0 ? seconds : null, field: content?.field,
  });
}

async function jsonOf(/** @type {Response} */ answer) {
  try {
    return await answer.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** GET JSON; an ApiError for everything that is not 2xx. @param {string} path @param {AskOptions} options @returns {Promise<any>} */
export function get(path, options = {}) {
  return ask(path, {}, options);
}

/** POST JSON, get JSON; an ApiError for everything that is not 2xx. @param {string} path @param {object} body @param {AskOptions} options @returns {Promise<any>} */
export function post(path, body = {}, options = {}) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, options);
}

/** What an error says to people. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
