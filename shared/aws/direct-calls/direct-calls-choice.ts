import { basics } from "../../kernel/basics.ts";
import { config } from "../../kernel/config.ts";
import type { DirectCallsChoice } from "./direct-document-client.ts";

/** Reads from the environment whether DynamoDB is called directly. Undefined means that the SDK makes every call. */
export const directCallsChoice = (): DirectCallsChoice | undefined =>
  config("DIRECT_CALLS") ? { onFallback: () => basics().metrics.count("direct_call_fallback") } : undefined;
