/**
 * Every reason for which a request can be refused. The code does not compile until a new reason has a status in
 * `shared/edge/contract/refusal-status.ts`.
 */
export type RefusalCode =
  | "invalid_request"
  | "malformed_json"
  | "unauthorized"
  | "access_token_required"
  | "api_key_required"
  | "insufficient_scope"
  | "insufficient_permission"
  | "test_key_required"
  | "recipient_not_allowed"
  | "daily_limit_reached"
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
  | "version_conflict"
  | "alias_taken"
  | "name_taken"
  | "notification_not_pending"
  | "notification_not_scheduled"
  | "notification_not_retrying"
  | "notification_not_ended"
  | "approval_decided"
  | "content_not_kept"
  | "clock_limit"
  | "batch_refused";

/** One field that violates the request's schema. */
export interface FieldProblem {
  /** The path of the field, with dots between its parts; empty for the request as a whole. */
  readonly field: string;
  readonly message: string;
}

/** The time at which a limit begins again. */
export interface Resets {
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly inSeconds: number;
}

export interface RefusalOptions extends ErrorOptions {
  /** All violations of the schema. The refusal's message is that of the first. */
  readonly problems?: readonly FieldProblem[];
  /** The provider's error, which is shown in addition to the message (D16). */
  readonly detail?: string;
  readonly allow?: readonly string[];
  /** The problems of each part of a refused batch, which are shown in addition to the message. */
  readonly results?: readonly object[];
  /** For `version_conflict`: the revision that the record has. */
  readonly present?: string;
  /** For `daily_limit_reached`: when the next day begins. */
  readonly resets?: Resets;
}

/**
 * An error that the caller can correct. The message is shown to the caller: it names the field and the rule, never a
 * value or an internal name.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly detail: string | undefined;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly results: readonly object[] | undefined;
  /** The methods that the path allows, for `method_not_allowed`. */
  readonly allow: readonly string[] | undefined;
  readonly present: string | undefined;
  readonly resets: Resets | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, options);
    this.code = code;
    this.detail = options.detail;
    this.problems = options.problems;
    this.results = options.results;
    this.allow = options.allow;
    this.present = options.present;
    this.resets = options.resets;
  }
}

export const notFound = (): Refusal => new Refusal("not_found", "not found");
export const invalid = (message: string): Refusal => new Refusal("invalid_request", message);
