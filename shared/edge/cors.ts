import { IF_MATCH_HEADER } from "./contract/entity-tag.ts";
import { IDEMPOTENCY_HEADER } from "./contract/idempotent.ts";
import { MODE_HEADER } from "./contract/mode-header.ts";

/** Browsers may call the public API from any origin, since no cookies are used (D6a). */
export const isOpenToBrowsers = (path: string): boolean => path.startsWith("/api/v1/");

export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, X-Request-Id, Idempotency-Replayed, ETag",
} as const;

const PREFLIGHT_KEPT_SECONDS = 7200;

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  ...CORS_HEADERS,
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": `Authorization, Content-Type, ${IDEMPOTENCY_HEADER}, ${IF_MATCH_HEADER}, ${MODE_HEADER}`,
  "access-control-max-age": String(PREFLIGHT_KEPT_SECONDS),
});
