/** The server's JSON interface. */

/** An answer that is not the one hoped for; status 0: there was none. */
export class ApiError extends Error {
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

/**
 * @param {string} path
 * @param {{method?: string, body?: object, secret?: string, patience?: number, signal?: AbortSignal}} options
 */
async function ask(path, { method = "GET", body, secret, patience = PATIENCE, signal } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const limits = [AbortSignal.timeout(patience), ...(signal ? [signal] : [])];
  let answer;
  let content = null;
  try {
    answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store", signal: AbortSignal.any(limits),
    });
    content = await answer.json().catch((error) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "The server does not answer.");
  }
  if (answer.ok && content !== null) return content;
  const seconds = Number(answer.headers.get("Retry-After"));
  throw new ApiError(answer.ok ? 502 : answer.status, content?.error ?? `The server answered ${answer.status}.`, {
    game: content?.game ?? null, retryAfter: seconds > 0 ? seconds : null, field: content?.field ?? null,
  });
}

/** GET as JSON; an ApiError for everything that is not 2xx. */
export function get(path, options = {}) {
  return ask(path, options);
}

/** POST JSON, get JSON; an ApiError for everything that is not 2xx. */
export function post(path, body = {}, options = {}) {
  return ask(path, { ...options, method: "POST", body });
}
