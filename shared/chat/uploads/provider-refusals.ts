import { invalid, Refusal } from "../../kernel/refusal.ts";
import { MediaProviderError, MediaRefusedError } from "../ports/chat-media.ts";

/** Translates the provider's refusal of an upload for the caller (D34); other errors stay. */
export function refusalFor(error: unknown): unknown {
  if (error instanceof MediaRefusedError) return invalid(`the provider refused the file: ${error.message}`);
  if (error instanceof MediaProviderError)
    return new Refusal("provider_unavailable", "the chat provider is unavailable", { cause: error });
  return error;
}
