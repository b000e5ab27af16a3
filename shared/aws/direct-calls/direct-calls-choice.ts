import { basics } from "../../kernel/basics.ts";
import { config } from "../../kernel/config.ts";
import type { DirectCallsChoice } from "./direct-document-client.ts";

/** As the environment says; undefined where every call takes the ordinary way. */
export const directCallsChoice = (): DirectCallsChoice | undefined =>
  config("DIRECT_CALLS") ? { onFallback: () => basics().metrics.count("direct_call_fallback") } : undefined;
