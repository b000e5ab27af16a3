import type { AttemptReport } from "../../notifications/domain/notification.ts";
import type { ProviderError } from "./chat-event.ts";
import type { ChatCode } from "./explanation/chat-explanations.ts";

/**
 * A `terminal` failure is final (D21), and the other kinds are retried. After an `ambiguous` failure, the provider may have taken the message
 * (D23).
 */
export type FailureClass = "terminal" | "transient" | "throttled" | "ambiguous";

export interface ClassifiedFailure {
  readonly class: FailureClass;
  /** `cause` is written for people, without the provider's internals. */
  readonly cause: string;
}

interface KnownFailure extends ClassifiedFailure {
  readonly reason: ChatCode;
}

const failure = (kind: FailureClass, cause: string, reason: ChatCode): KnownFailure => ({
  class: kind,
  cause,
  reason,
});

/** The cloud provider's exceptions of a send come first, then the errors of the network before a request has left. */
const BY_NAME: Readonly<Record<string, KnownFailure>> = {
  ThrottledRequestException: failure("throttled", "the chat provider asks to slow down", "chat_rate_limited"),
  ValidationException: failure("terminal", "the chat provider refused the message as invalid", "message_invalid"),
  InvalidParametersException: failure(
    "terminal",
    "the chat provider refused the message's parameters",
    "message_invalid",
  ),
  ResourceNotFoundException: failure(
    "terminal",
    "the chat provider does not know the number, the media or the template",
    "chat_resource_not_found",
  ),
  AccessDeniedException: failure("terminal", "the chat provider refused access to the number", "chat_access_refused"),
  AccessDeniedByMetaException: failure(
    "terminal",
    "the chat platform refused access to the business account",
    "chat_access_refused",
  ),
  LimitExceededException: failure("terminal", "a limit of the chat provider is reached", "chat_provider_limit"),
  InternalServiceException: failure(
    "ambiguous",
    "the chat provider failed while it took the message",
    "chat_unconfirmed",
  ),
  DependencyException: failure("ambiguous", "the chat platform failed while it took the message", "chat_unconfirmed"),
  ECONNREFUSED: failure("transient", "the chat provider refused the connection", "chat_provider_unreachable"),
  ENOTFOUND: failure("transient", "the chat provider's address was not found", "chat_provider_unreachable"),
  EAI_AGAIN: failure("transient", "the chat provider's address was not found", "chat_provider_unreachable"),
  EHOSTUNREACH: failure("transient", "the chat provider is not reachable", "chat_provider_unreachable"),
  ENETUNREACH: failure("transient", "the chat provider is not reachable", "chat_provider_unreachable"),
};

export interface CloudFailure {
  /** `name` is the exception's name, or the system's code of a network error. */
  readonly name: string;
  readonly httpStatus?: number | undefined;
}

const UNCONFIRMED = failure("ambiguous", "the chat provider did not confirm the message", "chat_unconfirmed");
const REFUSED_MESSAGE = "the chat provider refused the message";

/** Classifies a failed send to the cloud provider. An unknown failure is `ambiguous`, because the message may have been taken. */
export function classifyCloudFailure({ name, httpStatus }: CloudFailure): ClassifiedFailure {
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known !== undefined) return known;
  if (httpStatus === 429) return failure("throttled", "the chat provider asks to slow down", "chat_rate_limited");
  if (httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500) {
    return failure("terminal", `${REFUSED_MESSAGE} (${httpStatus})`, "chat_platform_refused");
  }
  return UNCONFIRMED;
}

type CodeRow = readonly [codes: readonly number[], kind: FailureClass, cause: string, reason: ChatCode];

const VALUES_BREAK = "the template's values break its format or the platform's policy";
const NOT_IN_USE = "the template is paused or disabled";

/** The platform's error codes (support/error-codes, read 2026-09-11). All codes about templates have one text, and all for the operator another. */
const CODES: readonly CodeRow[] = [
  [[1, 2, 131000, 131016, 133004], "transient", "the chat platform is temporarily unavailable", "chat_platform_failed"],
  [[4, 80007, 130429], "throttled", "the account's sending rate is exceeded", "chat_rate_limited"],
  [[131056], "throttled", "too many messages to this customer in a short time", "chat_customer_rate_limited"],
  [[131057], "throttled", "the number is in maintenance for some minutes", "chat_number_in_maintenance"],
  [[131048], "terminal", "the number is limited because customers reported its messages", "number_limited"],
  [
    [131064],
    "terminal",
    "the messaging limit was lowered because of a wrong template category",
    "messaging_limit_lowered",
  ],
  [
    [131047],
    "terminal",
    "more than 24 hours have passed since the customer last wrote: send a template",
    "window_closed",
  ],
  [[131026], "terminal", "the recipient cannot be reached on this channel", "customer_unreachable"],
  [[131049], "terminal", "the platform holds marketing messages back from this customer", "marketing_limited"],
  [[131050], "terminal", "the customer has stopped marketing messages", "marketing_stopped"],
  [[130472], "terminal", "the customer is part of an experiment of the platform", "chat_experiment"],
  [[130403], "terminal", "the business has blocked the customer", "customer_blocked"],
  [[131021], "terminal", "sender and recipient are the same number", "customer_is_sender"],
  [[131051], "terminal", "the platform does not support this type of message", "message_type_unsupported"],
  [[131052, 131053], "terminal", "the platform could not load the media file", "media_unusable"],
  [[100, 131008, 131009, 135000], "terminal", "a field of the message is missing or invalid", "message_invalid"],
  [
    [33, 131037, 131045, 133010],
    "terminal",
    "the sending number is not ready: its registration or display name",
    "number_not_ready",
  ],
  [[131042], "terminal", "the business account has a payment problem", "payment_problem"],
  [[131031, 368, 130497], "terminal", "the business account is locked or restricted", "business_account_locked"],
  [
    [0, 3, 10, 190, 131005],
    "terminal",
    "the business account's permission is missing or has expired",
    "chat_access_refused",
  ],
  [[132000], "terminal", "the number of the template's parameters does not match", "template_parameters_mismatch"],
  [[132001], "terminal", "the template does not exist in this language or is not approved", "template_not_approved"],
  [[132005], "terminal", "the template's text is too long with these values", "template_too_long"],
  [[132012], "terminal", VALUES_BREAK, "template_value_invalid"],
  [[132007, 132018], "terminal", VALUES_BREAK, "template_policy_broken"],
  [[132015], "terminal", NOT_IN_USE, "template_paused"],
  [[132016], "terminal", NOT_IN_USE, "template_disabled"],
  [[132068, 132069], "terminal", "the template's flow cannot be used", "template_flow_unusable"],
  [[131062], "terminal", "this message needs the customer's phone number", "customer_number_needed"],
  [[131063], "terminal", "marketing messages are switched off for this account", "marketing_switched_off"],
];

const BY_CODE: ReadonlyMap<number, KnownFailure> = new Map(
  CODES.flatMap(([codes, kind, cause, reason]) => codes.map((code) => [code, failure(kind, cause, reason)] as const)),
);

/** Says what a code of the platform means. An unknown code is final, because sending again blindly could repeat a message. */
export function classifyProviderCode(code: number | undefined): KnownFailure {
  return knownCode(code) ?? failure("terminal", "the chat platform reported a failure", "chat_platform_refused");
}

function knownCode(code: number | undefined): KnownFailure | undefined {
  if (code === undefined) return undefined;
  return BY_CODE.get(code >= 200 && code <= 299 ? 10 : code);
}

/** A stored text is explained by the cause that it begins with. Longer causes are compared first. */
const BY_CAUSE: readonly (readonly [cause: string, reason: ChatCode])[] = [
  ...Object.values(BY_NAME),
  ...BY_CODE.values(),
  UNCONFIRMED,
]
  .map(({ cause, reason }) => [cause, reason] as const)
  .sort(([a], [b]) => b.length - a.length);

/** An event's cause begins with the platform's code (`causeOf`). */
const LEADING_CODE = /^\d{1,6}(?= )/;
/** A code up to this may be an HTTP status of the cloud provider, so it counts as the platform's code only at the beginning of a text. */
const HIGHEST_HTTP_STATUS = 999;

/** Says why the platform did not deliver a message, from the stored answer or event (D46). */
export function platformReason({ code = 0, text = "" }: Pick<AttemptReport, "code" | "text">): ChatCode {
  const [leading] = LEADING_CODE.exec(text) ?? [];
  const isPlatforms = leading !== undefined || code > HIGHEST_HTTP_STATUS;
  if (isPlatforms) return classifyProviderCode(leading === undefined ? code : Number(leading)).reason;
  return BY_CAUSE.find(([cause]) => text.startsWith(cause))?.[1] ?? "chat_platform_refused";
}

/** Joins the platform's errors of one event, in at most 4096 characters. */
export const causeOf = (errors: readonly ProviderError[]): string =>
  errors
    .map(({ code, title, details }) => `${code === undefined ? "" : `${code} `}${details ?? title}`)
    .join("; ")
    .slice(0, 4096);
