import * as z from "zod";
import { listOf, nonBlank } from "../../edge/contract/fields.ts";
import { EVENT_TYPES } from "../../events/domain/event-types.ts";

const MAX_URL = 2048;
const MAX_DESCRIPTION = 500;
/** A list has at most this many entries, far more than there are types. A type that is given twice counts once. */
const MOST_TYPES = 1000;
const URL_ERROR = "url must be a URL starting with https:// or http://";
const TYPES_ERROR = `event_types must be a list of: ${EVENT_TYPES.join(", ")}`;

/** A URL parser silently drops or escapes white space and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const STRAY = /[\s\u0000-\u001f\u007f]/;

const isWebAddress = (text: string): boolean =>
  !STRAY.test(text) && /^https?:\/\/[^/\\?#]/i.test(text) && URL.canParse(text);

/** True for a URL with a user name or a password. A text that is no URL is refused by another rule. */
function hasCredentials(text: string): boolean {
  const { username = "", password = "" } = URL.parse(text) ?? {};
  return username !== "" || password !== "";
}

/** The URL of a webhook. The deployment says whether `http:` is allowed. The host's address is checked at each connection (D12). */
const webhookUrl = nonBlank("url")
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(MAX_URL, { error: `url must have at most ${MAX_URL} characters` })
      .refine(isWebAddress, { error: URL_ERROR, abort: true })
      .refine((text) => !hasCredentials(text), { error: "url must not contain a user name or password" })
      .refine((text) => !text.includes("#"), { error: "url must not contain a fragment" }),
  );

/** The body to create or replace a webhook. */
export const webhookRequest = z
  .strictObject({
    url: webhookUrl,
    event_types: listOf("event_types", z.enum(EVENT_TYPES, { error: TYPES_ERROR }), {
      most: MOST_TYPES,
      tooLong: TYPES_ERROR,
      noList: TYPES_ERROR,
    })
      .transform((types) => [...new Set(types)])
      .default([]),
    description: z
      .string({ error: "description must be a string" })
      .max(MAX_DESCRIPTION, { error: `description must have at most ${MAX_DESCRIPTION} characters` })
      .default(""),
    enabled: z.boolean({ error: "enabled must be true or false" }).default(true),
  })
  .transform(({ url, event_types: eventTypes, description, enabled: isEnabled }) => ({
    url,
    eventTypes,
    description,
    isEnabled,
  }));
export type WebhookWriteRequest = z.output<typeof webhookRequest>;

const DAY_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 7 * DAY_SECONDS;
const GRACE_ERROR = `grace_seconds must be an integer from 0 to ${MAX_GRACE_SECONDS}`;

export const rotateSecretRequest = z.strictObject({
  grace_seconds: z
    .int({ error: GRACE_ERROR })
    .min(0, { error: GRACE_ERROR })
    .max(MAX_GRACE_SECONDS, { error: GRACE_ERROR })
    .default(DAY_SECONDS),
});
