import { array, type Check, integer, object, string } from "./check.ts";
import { type BatchProblem, type FieldProblem, HeraldError } from "./herald-error.ts";
import type { RateLeft } from "./pace.ts";
import { retryAfterIn } from "./retry.ts";

/** A longer text is cut in error messages: the service's own messages are shorter, but a proxy may send a whole page. */
const MAX_QUOTED_CHARACTERS = 200;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text of an answer, with the request that it answers. */
interface Answered {
  readonly request: string;
  readonly text: string;
}

const detailsOf = ({ status, headers }: Response, { request }: Answered) => ({
  request,
  status,
  requestId: headers.get("x-request-id") ?? undefined,
  retryAfterSeconds: retryAfterIn(headers.get("retry-after"), Date.now()),
  resetSeconds: rateLeftIn(headers)?.resetSeconds,
});

/** Reads the rate headers (D49); undefined where the service sends none. */
export function rateLeftIn(headers: Headers): RateLeft | undefined {
  const [limit, remaining, resetSeconds] = ["limit", "remaining", "reset"].map((name) => {
    const text = headers.get(`ratelimit-${name}`) ?? "";
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  });
  return remaining === undefined || resetSeconds === undefined ? undefined : { limit, remaining, resetSeconds };
}

const isProblem: Check<FieldProblem> = object({ field: string, message: string }, {});
const isProblems = array(isProblem);
const itemError = object({ status: integer, message: string }, { code: string, errors: isProblems });
const isBatchProblem: Check<BatchProblem> = object({}, { error: itemError });
const isBatchProblems = array(isBatchProblem);

/** Parses the JSON of an answer and checks it against the API's own description. */
export function answerIn<T>(response: Response, answered: Answered, isDescribed: Check<T>): T {
  const value = parsed(answered.text);
  const at = { path: "" };
  if (isDescribed(value, at)) return value;
  const where = at.path === "" ? "" : `, at ${at.path.replace(/^\./, "")}`;
  const fault = value === undefined ? "the answer is not JSON" : `the answer is not as the API describes it${where}`;
  throw new HeraldError(fault, detailsOf(response, answered));
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/**
 * Makes an error from an answer. The service writes `{"error", "code", "detail"?, "errors"?, "results"?, "resets_at"?}`, but its rate limit answers in
 * plain text, and a proxy may write anything.
 */
export function errorIn(response: Response, answered: Answered): HeraldError {
  const body = parsed(answered.text);
  const fields: Fields = isFields(body) ? body : { error: answered.text.trim().slice(0, MAX_QUOTED_CHARACTERS) };
  const { error, code, detail, errors, results, resets_at: resetsAt } = fields;
  return new HeraldError(textIn(error) ?? `HTTP status ${response.status}`, {
    ...detailsOf(response, answered),
    code: textIn(code),
    errors: isProblems(errors, { path: "" }) ? errors : undefined,
    results: isBatchProblems(results, { path: "" }) ? results : undefined,
    resetsAt: textIn(resetsAt),
    detail: textIn(detail),
  });
}
