import { fallbackBehindEdge } from "../../../shared/http/fallback-function.ts";
import { fallbackServices } from "../../../shared/wiring/fallback.ts";

export const handler = fallbackBehindEdge(() => fallbackServices().originSecrets);
