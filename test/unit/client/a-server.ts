import { Herald, type HeraldOptions } from "../../../client/src/herald.ts";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * What becomes of one request: an answer, an error, or no answer. `never` ends only when the request's signal aborts.
 */
export type Turn =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  | Error
  | "never";

const NOTIFICATION = {
  id: "0190b2a0-0000-7000-8000-000000000001",
  channel: "email",
  status: "pending",
  attempts: 0,
  max_attempts: 5,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};

export const aNotification = (more: object = {}) => ({ ...NOTIFICATION, ...more });
export const ok = (more: object = {}): Turn => ({ status: 200, json: aNotification(more) });

/**
 * Creates a client whose `fetch` gives the scripted answers (`turns`) one after the other and repeats the last one. The
 * client's pauses are recorded instead of waited for.
 */
export function aClient(turns: readonly Turn[], options: Partial<HeraldOptions> = {}) {
  const seen: Seen[] = [];
  const paused: number[] = [];
  const answer = (turn: Turn, signal: AbortSignal | null | undefined): Response | Promise<Response> => {
    if (turn === "never")
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
    if (turn instanceof Error) throw turn;
    const { status, json, text = json === undefined ? null : JSON.stringify(json), headers = {} } = turn;
    return new Response(text, { status, headers });
  };
  const herald = new Herald({
    baseUrl: "https://herald.test/base/",
    apiKey: "hrld_live_x",
    accessToken: "token",
    fetch: async (url, init) => {
      seen.push({
        method: init?.method ?? "",
        url: String(url),
        headers: new Headers(init?.headers),
        body: init?.body,
      });
      return answer(turns[Math.min(seen.length, turns.length) - 1] ?? "never", init?.signal);
    },
    pause: async (ms, signal) => {
      signal?.throwIfAborted();
      paused.push(ms);
    },
    now: () => paused.reduce((sum, ms) => sum + ms, 0),
    ...options,
  });
  return { herald, seen, paused };
}
