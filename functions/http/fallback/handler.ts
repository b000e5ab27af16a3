import { fallbackFunction } from "../../../shared/http/fallback-function.ts";

export const handler = fallbackFunction;
