import type { TokensLeft } from "../../kernel/rate-limit.ts";

/** Every answer below `/api/v1` that the limiter has counted has these headers (D49). */
export const RATE_HEADERS = [
  { name: "RateLimit-Limit", description: "Requests at once from an idle credential.", value: "limit" },
  { name: "RateLimit-Remaining", description: "Requests that are left at this moment.", value: "remaining" },
  { name: "RateLimit-Reset", description: "Seconds until there is one more.", value: "resetSeconds" },
] as const satisfies readonly {
  readonly name: string;
  readonly description: string;
  readonly value: keyof TokensLeft;
}[];

export const rateHeaders = (left: TokensLeft): Record<string, string> =>
  Object.fromEntries(RATE_HEADERS.map(({ name, value }) => [name.toLowerCase(), String(left[value])]));
