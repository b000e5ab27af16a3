import { fallbackFunction } from "../../shared/edge/fallback-function.ts";
import { fallbackServices } from "../../shared/edge/wiring.ts";

export const handler = fallbackFunction(fallbackServices);
