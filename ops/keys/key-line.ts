import * as z from "zod";
import type { JsonObject } from "../../shared/kernel/json-data.ts";
import { shownText } from "../shell/shown-text.ts";

const listed = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  expires_at: z.string().optional(),
  revoked_at: z.string().optional(),
  may: z.array(z.string()).default([]),
  limits: z.object({ per_day: z.int().optional(), recipients: z.array(z.string()).optional() }).default({}),
  approval: z.string().optional(),
  mode: z.string().optional(),
  used_today: z.int().optional(),
});

/** Formats an API key as one line: when it was made, its id, its beginning, its name, whether it works, its mode if that is not live, and what it may do. */
export function keyLine(key: JsonObject, nowMs: number): string {
  const {
    id,
    name,
    prefix,
    created_at: at,
    may,
    limits,
    approval,
    mode,
    used_today: used = 0,
    ...ends
  } = listed.parse(key);
  const { per_day: perDay, recipients } = limits;
  const terms = [
    ...(mode === undefined ? [] : [`${mode} mode`]),
    may.join(","),
    ...(perDay === undefined ? [] : [`${used}/${perDay} today`]),
    ...(recipients ? [`to ${recipients.join(",")}`] : []),
    ...(approval === undefined ? [] : [`approval ${approval}`]),
  ];
  return shownText([at, id, `${prefix}…`, name, stateOf(ends, nowMs), ...terms].join("  "));
}

/** Says whether programs can use the key. */
export const works = (key: JsonObject, nowMs: number): boolean => stateOf(listed.parse(key), nowMs) === "works";

function stateOf(
  { expires_at: expires, revoked_at: revoked }: Pick<z.output<typeof listed>, "expires_at" | "revoked_at">,
  nowMs: number,
): string {
  if (revoked !== undefined) return "revoked";
  return expires !== undefined && Date.parse(expires) <= nowMs ? "expired" : "works";
}
