import { SocialMessagingServiceException } from "@aws-sdk/client-socialmessaging";
import { classifyCloudFailure } from "../domain/provider-errors.ts";
import { ChatProviderRefusedError, ChatProviderUnavailableError } from "../ports/chat-provider-failures.ts";

const MAX_MESSAGE_CHARACTERS = 1000;

/**
 * The provider's exceptions whose cause a caller can mend. Callers can do nothing about the provider's other
 * exceptions.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  "ValidationException",
  "InvalidParametersException",
  "LimitExceededException",
  "AccessDeniedByMetaException",
  "ResourceNotFoundException",
  "ConflictException",
]);

/** The system's code names a network error; any other error is known by its name. */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;

const shortMessage = ({ message, name }: Error): string =>
  (message.replace(CONTROL_CHARACTERS, " ").trim() || name).slice(0, MAX_MESSAGE_CHARACTERS);

/** Turns an error of the SDK into an error of `ports/chat-provider-failures.ts`. */
export function providerFailure(cause: unknown): ChatProviderRefusedError | ChatProviderUnavailableError {
  if (cause instanceof SocialMessagingServiceException && REFUSALS.has(cause.name)) {
    return new ChatProviderRefusedError(shortMessage(cause), { cause });
  }
  const httpStatus = cause instanceof SocialMessagingServiceException ? cause.$metadata.httpStatusCode : undefined;
  const failure = classifyCloudFailure({ name: nameOf(cause), httpStatus });
  return new ChatProviderUnavailableError(failure.cause, { cause, isCertain: failure.class !== "ambiguous" });
}

/** Waits for the answer. Turns a failure of the SDK into an error of `ports/chat-provider-failures.ts`. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw providerFailure(error);
  }
}

/** Waits like `answered`, but returns undefined when the provider does not have the thing that was asked for. */
export async function answeredIfThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SocialMessagingServiceException && error.name === "ResourceNotFoundException")
      return undefined;
    throw providerFailure(error);
  }
}
