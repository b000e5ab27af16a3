/** Every way a caller's request can be refused. Adding one forces a status in `shared/edge/error-response.ts`. */
export type RefusalCode =
  | "invalid_request"
  | "malformed_json"
  | "unauthorized"
  | "insufficient_scope"
  | "role_required"
  | "origin_not_allowed"
  | "past_edge"
  | "not_found"
  | "method_not_allowed"
  | "idempotency_key_reused"
  | "request_in_flight"
  | "rate_limited"
  | "test_send_failed"
  | "event_refused"
  | "window_closed"
  | "conversation_held"
  | "provider_unavailable"
  | "provider_number_taken"
  | "media_not_ready"
  | "limit_reached"
  | "write_conflict"
  | "alias_taken"
  | "name_taken"
  | "notification_not_pending"
  | "notification_not_scheduled"
  | "notification_not_retrying"
  | "notification_not_ended"
  | "content_not_kept"
  | "batch_refused";

/** One field that is not as the request's schema wants it. */
export interface FieldProblem {
  /** Its path, parts joined by dots; empty for the request as a whole. */
  readonly field: string;
  readonly message: string;
}

export interface RefusalOptions extends ErrorOptions {
  /** All problems of shape; the refusal's message is the first one's. */
  readonly problems?: readonly FieldProblem[];
  /** The provider's error, shown beside the message (D16). */
  readonly detail?: string;
  readonly allow?: readonly string[];
  /** Of a batch: what each of its parts lacks, shown beside the message. */
  readonly results?: readonly object[];
}

/** The caller's to fix. The message is shown to the caller: it names the field and the rule, never a value or an internal name. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly detail: string | undefined;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly results: readonly object[] | undefined;
  /** For `method_not_allowed`: the methods that the path knows. */
  readonly allow: readonly string[] | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, options);
    this.code = code;
    this.detail = options.detail;
    this.problems = options.problems;
    this.results = options.results;
    this.allow = options.allow;
  }
}

export const notFound = (): Refusal => new Refusal("not_found", "not found");
export const invalid = (message: string): Refusal => new Refusal("invalid_request", message);
