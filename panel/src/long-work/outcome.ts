import { ApiError, errorText, isOutage } from "../api/api-error.ts";
import { NotWantedError } from "./patiently.ts";

/**
 * With these statuses all requests of a run would fail alike: an ended session, the rate limit, and a service that cannot be reached behind its
 * gateway. A service that answers 500 has the request, so the next one goes on.
 */
const CONCERNS_ALL: ReadonlySet<number> = new Set([401, 429, 502, 503, 504]);

/** What became of one request: it worked, the service refused it, nobody knows yet, or nobody wanted it any more. */
export type Outcome<Answer> =
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "left" };

export async function outcomeOf<Answer>(send: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { kind: "done", answer: await send() };
  } catch (error) {
    if (error instanceof NotWantedError) return { kind: "left" };
    const reason = errorText(error).message;
    const isUnknown = error instanceof ApiError ? CONCERNS_ALL.has(error.status) : isOutage(error);
    return { kind: isUnknown ? "unknown" : "refused", reason };
  }
}
