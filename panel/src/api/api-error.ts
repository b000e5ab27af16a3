import { UnreachableError } from "./naming-unreachable.ts";

export const TOO_MANY_REQUESTS = 429;
/** The seconds to wait when a 429 has no `Retry-After`. */
const RETRY_AFTER_SECONDS = 60;

/** One problem in a field of a request body (D49), with the API's name of the field. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ApiErrorDetails {
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly problems?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
}

/** A refusal with the message of the service. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The code of the refusal; undefined where the answer has none. */
  readonly code: string | undefined;
  /** The text with which a provider refused, or the place of a fault in a template. */
  readonly detail: string | undefined;
  /** All problems in the fields of the body; `message` repeats the first. */
  readonly problems: readonly FieldProblem[];
  /** The time to wait before repeating a request that got a 429. */
  readonly retryAfterSeconds: number;

  constructor(
    status: number,
    message: string,
    { code, detail, problems = [], retryAfterSeconds = RETRY_AFTER_SECONDS }: ApiErrorDetails = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.problems = problems;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Makes an error from an answer. `body` is JSON `{error, detail?}`; for a 429 it is plain text, and `Retry-After` gives the seconds to wait. */
export function apiErrorOf(status: number, body: unknown, retryAfter?: string | null): ApiError {
  if (status === TOO_MANY_REQUESTS) {
    const message = "Too many requests. Wait a minute, then try again.";
    return new ApiError(status, message, secondsIn(retryAfter));
  }
  const { error, ...details } = fieldsOf(body);
  return new ApiError(status, error ?? `The service answered ${status}.`, details);
}

const secondsIn = (header: string | null | undefined): Pick<ApiErrorDetails, "retryAfterSeconds"> =>
  header && /^\d{1,4}$/.test(header) ? { retryAfterSeconds: Number(header) } : {};

function fieldsOf(body: unknown): {
  error?: string;
  code?: string;
  detail?: string;
  problems: readonly FieldProblem[];
} {
  if (typeof body !== "object" || body === null) return { problems: [] };
  const fields = new Map<string, unknown>(Object.entries(body));
  const [error, code, detail, errors] = ["error", "code", "detail", "errors"].map((name) => fields.get(name));
  return {
    ...(typeof error === "string" && { error }),
    ...(typeof code === "string" && { code }),
    ...(typeof detail === "string" && { detail }),
    problems: Array.isArray(errors) ? errors.filter(isProblem) : [],
  };
}

const isProblem = (value: unknown): value is FieldProblem =>
  typeof value === "object" &&
  value !== null &&
  "field" in value &&
  typeof value.field === "string" &&
  "message" in value &&
  typeof value.message === "string";

/** Says that repeating the request would get the same refusal. An outage (5xx) and a rate limit (429) are no refusals. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== TOO_MANY_REQUESTS;

/** Says that no answer came or that the service failed, so the same request may work later. */
export const isOutage = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof ApiError && error.status >= 500);

/** True when no answer came, so that nobody knows whether the request was carried out. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof DOMException && error.name === "TimeoutError");

/**
 * Lists the problems that name a line and a column, as the problems of templates do, because the error's message names only the field. Undefined
 * when no problem names a line.
 */
function faultsIn(problems: readonly FieldProblem[]): string | undefined {
  const placed = problems.filter(({ message }) => /^line \d+, column \d+: /.test(message));
  return placed.map(({ field, message }) => `${field}: ${message}`).join("\n") || undefined;
}

/** Recognises the errors that JavaScript throws for a bug in our own code. */
const isOurs = (error: unknown): error is Error =>
  [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);

/** Returns the text to show for any error. */
export function errorText(error: unknown): { readonly message: string; readonly detail?: string | undefined } {
  if (error instanceof ApiError) return { message: error.message, detail: error.detail ?? faultsIn(error.problems) };
  if (error instanceof DOMException && error.name === "TimeoutError")
    return { message: "The service did not answer in time." };
  if (error instanceof UnreachableError) return { message: "The service cannot be reached. Check the connection." };
  if (isOurs(error))
    return {
      message: "This is a mistake in the panel, not in what you did.",
      detail: `${error.name}: ${error.message}`,
    };
  return { message: error instanceof Error ? error.message : String(error) };
}
