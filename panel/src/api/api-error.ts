import { UnreachableError } from "./reach.ts";

export const TOO_MANY_REQUESTS = 429;
/** The delay that the limiter asks for, where its answer names none. */
const RETRY_AFTER_SECONDS = 60;

/** One thing that is wrong with a field of a body (D49), by the API's names. */
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

/** A refusal of the service, in its own words. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The name of the refusal; undefined where the answer has none. */
  readonly code: string | undefined;
  /** A provider's own words, or the place in a template. */
  readonly detail: string | undefined;
  /** All that is wrong with the body's shape; `message` is the first of them. */
  readonly problems: readonly FieldProblem[];
  /** Of a 429: the time to wait before the same request. */
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

/** `body` is JSON `{error, detail?}`, or plain text for a 429, whose header `Retry-After` counts. */
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

/** The same request gets the same answer again. An outage passes, and so does a limit. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== TOO_MANY_REQUESTS;

/** No answer, or one that says that the service itself has a problem: the same request may well work later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof DOMException && error.name === "TimeoutError") ||
  (error instanceof ApiError && error.status >= 500);

/** The errors that JavaScript throws at a mistake in the program: ours. */
const isOurs = (error: unknown): error is Error =>
  [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind);

/** The words to show for whatever went wrong. */
export function errorText(error: unknown): { readonly message: string; readonly detail?: string | undefined } {
  if (error instanceof ApiError) return { message: error.message, detail: error.detail };
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
