import * as z from "zod";
import { stringMap } from "../../edge/contract/fields.ts";
import type { TextMap } from "../../kernel/text-map.ts";

const MAX_PAIRS = 16;
const MAX_NAME = 40;
const MAX_VALUE = 500;

const characters = (text: string): number => [...text].length;

/** Any RFC 3339 time is accepted and becomes `YYYY-MM-DDTHH:MM:SS.sssZ` (D42). Accepting the request checks how far ahead it is. */
export const sendAt = z.iso
  .datetime({
    offset: true,
    error: ({ input }) => (input === undefined ? "send_at is required" : "send_at must be an RFC 3339 time"),
  })
  .transform((text) => new Date(text).toISOString())
  // An offset can move a time beyond the years that RFC 3339 can write.
  .refine((text) => /^\d{4}-/.test(text), { error: "send_at must be an RFC 3339 time" })
  .meta({ type: "string", format: "date-time" });

/** The sender's own pairs are kept with the notification and never sent (D44). */
export const metadata = stringMap("metadata")
  .refine((map) => Object.keys(map).length <= MAX_PAIRS, { error: `metadata must have at most ${MAX_PAIRS} pairs` })
  .refine((map) => Object.keys(map).every((name) => name !== "" && characters(name) <= MAX_NAME), {
    error: `a name in metadata must have 1 to ${MAX_NAME} characters`,
  })
  .refine((map) => Object.values(map).every((value) => characters(value) <= MAX_VALUE), {
    error: `a value in metadata must have at most ${MAX_VALUE} characters`,
  })
  .meta({ type: "object", additionalProperties: { type: "string" } });

/** Requests of every channel may have these options. */
export const sendOptions = { send_at: sendAt.optional(), metadata: metadata.optional() };

export interface SendOptions {
  /** The time to send is RFC 3339 in UTC. */
  readonly sendAt?: string | undefined;
  readonly metadata?: TextMap | undefined;
}

/** A request as the contract of its channel read it. Only that channel knows the other fields. */
export interface ChannelRequest extends SendOptions {
  readonly channel: string;
  readonly recipient?: string | undefined;
}
