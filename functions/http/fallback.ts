import { fallbackBehindEdge } from "../../shared/edge/fallback-function.ts";
import { fallbackServices } from "../../shared/edge/wiring.ts";

export const handler = fallbackBehindEdge(() => fallbackServices().originSecrets);
