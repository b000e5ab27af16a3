import { MODE_HEADER } from "../../edge/contract/mode-header.ts";
import { RATE_HEADERS } from "../../edge/contract/rate-headers.ts";
import { ERROR_CODES } from "../../edge/contract/refusal-status.ts";
import { MODES } from "../../kernel/test-mode.ts";

const COUNT = { type: "integer", minimum: 0 } as const;

/** No single route owns these parts of the OpenAPI document. */
export const COMPONENTS = {
  securitySchemes: {
    accessToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "OpenID Connect access token with the required scope.",
    },
    apiKey: { type: "http", scheme: "bearer", bearerFormat: "hrld_live_…", description: "API key made in the panel." },
  },
  schemas: {
    Error: {
      type: "object",
      required: ["error", "code"],
      properties: {
        error: { type: "string" },
        code: { type: "string", enum: ERROR_CODES },
        detail: { type: "string" },
        resets_at: { type: "string", format: "date-time" },
        results: {
          type: "array",
          items: { type: "object" },
        },
        errors: {
          type: "array",
          items: {
            type: "object",
            required: ["field", "message"],
            properties: { field: { type: "string" }, message: { type: "string" } },
          },
        },
      },
    },
  },
  parameters: {
    HeraldMode: {
      name: MODE_HEADER,
      in: "header",
      required: false,
      description:
        "With an access token, the mode of the request; `live` when left out. An API key has a mode of its own, and no other may be named with it.",
      schema: { type: "string", enum: MODES },
    },
  },
  responses: {
    TooManyRequests: {
      description: "Too many requests: wait for Retry-After.",
      headers: {
        "Retry-After": { schema: { type: "integer", const: 60 } },
        ...Object.fromEntries(RATE_HEADERS.map(({ name, description }) => [name, { description, schema: COUNT }])),
      },
      content: { "text/plain": { schema: { type: "string", const: "too many requests" } } },
    },
  },
} as const;
