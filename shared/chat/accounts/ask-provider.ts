import { invalid, Refusal } from "../../kernel/refusal.ts";
import { ChatProviderRefusedError, ChatProviderUnavailableError } from "../ports/chat-provider-failures.ts";

/** Translates the provider's failure for a caller (D34): its refusal with its own message, an outage as a 502. Anything else stays as it is. */
export function refusalForProvider(error: unknown): unknown {
  if (error instanceof ChatProviderRefusedError) return invalid(`the chat provider refused it: ${error.message}`);
  if (error instanceof ChatProviderUnavailableError) {
    return new Refusal("provider_unavailable", "the chat provider is unavailable: try again later", { cause: error });
  }
  return error;
}

/** The provider's answer, or a refusal. */
export async function askProvider<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw refusalForProvider(error);
  }
}
