import { invalid, Refusal } from "../../kernel/refusal.ts";
import { ChatProviderRefusedError, ChatProviderUnavailableError } from "../ports/chat-provider-failures.ts";

/** Translates the provider's failure for a caller (D34): a refusal keeps the provider's message, an outage becomes 502, other errors stay. */
export function refusalForProvider(error: unknown): unknown {
  if (error instanceof ChatProviderRefusedError) return invalid(`the chat provider refused it: ${error.message}`);
  if (error instanceof ChatProviderUnavailableError) {
    return new Refusal("provider_unavailable", "the chat provider is unavailable: try again later", { cause: error });
  }
  return error;
}

/** Waits for the provider's answer, and throws a refusal instead of the provider's failure. */
export async function askProvider<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw refusalForProvider(error);
  }
}
