import type { ProviderError } from "./chat-event.ts";

/**
 * `terminal`: never again (D21). `transient` and `throttled`: not taken, try later. `ambiguous`: perhaps taken, so the provider's event
 * is waited for before another attempt (D23).
 */
export type FailureClass = "terminal" | "transient" | "throttled" | "ambiguous";

export interface ClassifiedFailure {
  readonly class: FailureClass;
  /** For people, without the provider's internals. */
  readonly cause: string;
}

const failure = (kind: FailureClass, cause: string): ClassifiedFailure => ({ class: kind, cause });

/** The cloud provider's exceptions of a send, and what the network says before a request has left. */
const BY_NAME: Readonly<Record<string, ClassifiedFailure>> = {
  ThrottledRequestException: failure("throttled", "the chat provider asks to slow down"),
  ValidationException: failure("terminal", "the chat provider refused the message as invalid"),
  InvalidParametersException: failure("terminal", "the chat provider refused the message's parameters"),
  ResourceNotFoundException: failure(
    "terminal",
    "the chat provider does not know the number, the media or the template",
  ),
  AccessDeniedException: failure("terminal", "the chat provider refused access to the number"),
  AccessDeniedByMetaException: failure("terminal", "the chat platform refused access to the business account"),
  LimitExceededException: failure("terminal", "a limit of the chat provider is reached"),
  InternalServiceException: failure("ambiguous", "the chat provider failed while it took the message"),
  DependencyException: failure("ambiguous", "the chat platform failed while it took the message"),
  ECONNREFUSED: failure("transient", "the chat provider refused the connection"),
  ENOTFOUND: failure("transient", "the chat provider's address was not found"),
  EAI_AGAIN: failure("transient", "the chat provider's address was not found"),
  EHOSTUNREACH: failure("transient", "the chat provider is not reachable"),
  ENETUNREACH: failure("transient", "the chat provider is not reachable"),
};

export interface CloudFailure {
  /** The exception's name, or the system's code of a network error. */
  readonly name: string;
  readonly httpStatus?: number | undefined;
}

/** The meaning of a failed send to the cloud provider. An unknown failure may have been taken: `ambiguous`. */
export function classifyCloudFailure({ name, httpStatus }: CloudFailure): ClassifiedFailure {
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known !== undefined) return known;
  if (httpStatus === 429) return failure("throttled", "the chat provider asks to slow down");
  if (httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500) {
    return failure("terminal", `the chat provider refused the message (${httpStatus})`);
  }
  return failure("ambiguous", "the chat provider did not confirm the message");
}

type CodeRow = readonly [codes: readonly number[], kind: FailureClass, cause: string];

/** The platform's error codes (support/error-codes, read 2026-09-11). Those of templates and of the operator share one sentence each. */
const CODES: readonly CodeRow[] = [
  [[1, 2, 131000, 131016, 133004], "transient", "the chat platform is temporarily unavailable"],
  [[4, 80007, 130429], "throttled", "the account's sending rate is exceeded"],
  [[131056], "throttled", "too many messages to this customer in a short time"],
  [[131057], "throttled", "the number is in maintenance for some minutes"],
  [[131048], "terminal", "the number is limited because customers reported its messages"],
  [[131064], "terminal", "the messaging limit was lowered because of a wrong template category"],
  [[131047], "terminal", "more than 24 hours have passed since the customer last wrote: send a template"],
  [[131026], "terminal", "the recipient cannot be reached on this channel"],
  [[131049], "terminal", "the platform holds marketing messages back from this customer"],
  [[131050], "terminal", "the customer has stopped marketing messages"],
  [[130472], "terminal", "the customer is part of an experiment of the platform"],
  [[130403], "terminal", "the business has blocked the customer"],
  [[131021], "terminal", "sender and recipient are the same number"],
  [[131051], "terminal", "the platform does not support this type of message"],
  [[131052, 131053], "terminal", "the platform could not load the media file"],
  [[100, 131008, 131009, 135000], "terminal", "a field of the message is missing or invalid"],
  [[33, 131037, 131045, 133010], "terminal", "the sending number is not ready: its registration or display name"],
  [[131042], "terminal", "the business account has a payment problem"],
  [[131031, 368, 130497], "terminal", "the business account is locked or restricted"],
  [[0, 3, 10, 190, 131005], "terminal", "the business account's permission is missing or has expired"],
  [[132000], "terminal", "the number of the template's parameters does not match"],
  [[132001], "terminal", "the template does not exist in this language or is not approved"],
  [[132005], "terminal", "the template's text is too long with these values"],
  [[132007, 132012, 132018], "terminal", "the template's values break its format or the platform's policy"],
  [[132015, 132016], "terminal", "the template is paused or disabled"],
  [[132068, 132069], "terminal", "the template's flow cannot be used"],
  [[131062], "terminal", "this message needs the customer's phone number"],
  [[131063], "terminal", "marketing messages are switched off for this account"],
];

const BY_CODE: ReadonlyMap<number, ClassifiedFailure> = new Map(
  CODES.flatMap(([codes, kind, cause]) => codes.map((code) => [code, failure(kind, cause)] as const)),
);

/** The meaning of a code of the platform. A code that we do not know is taken as final: sending again blindly could repeat a message. */
export function classifyProviderCode(code: number | undefined): ClassifiedFailure {
  if (code !== undefined && code >= 200 && code <= 299) return classifyProviderCode(10);
  return (
    (code === undefined ? undefined : BY_CODE.get(code)) ?? failure("terminal", "the chat platform reported a failure")
  );
}

/** The platform's errors of one event as one text; at most 4096 characters. */
export const causeOf = (errors: readonly ProviderError[]): string =>
  errors
    .map(({ code, title, details }) => `${code === undefined ? "" : `${code} `}${details ?? title}`)
    .join("; ")
    .slice(0, 4096);
