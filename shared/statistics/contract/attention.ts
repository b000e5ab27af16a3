import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { CONCERN_KINDS, type Concern, RECORD_KINDS } from "../domain/concern.ts";

const concern = z
  .strictObject({
    kind: z.enum(CONCERN_KINDS),
    record: z.strictObject({ kind: z.enum(RECORD_KINDS), id: z.string() }).meta({ id: "ConcernRecord" }),
    title: z.string(),
    text: z.string(),
    since: timestamp.optional(),
    until: timestamp.optional(),
    count: z.int().min(0).optional(),
    last_used_at: timestamp.optional(),
  })
  .meta({ id: "Concern" });

const attentionView = z.strictObject({ concerns: z.array(concern) }).meta({ id: "Attention" });

const time = (name: "since" | "until" | "last_used_at", ms: number | undefined) =>
  ms === undefined ? {} : { [name]: new Date(ms).toISOString() };

export const toAttentionView = (concerns: readonly Concern[]): z.input<typeof attentionView> => ({
  concerns: concerns.map(({ sinceMs, untilMs, lastUsedAtMs, count, ...rest }) => ({
    ...rest,
    ...(count !== undefined && { count }),
    ...time("since", sinceMs),
    ...time("until", untilMs),
    ...time("last_used_at", lastUsedAtMs),
  })),
});

export const getAttention = route({
  operationId: "getAttention",
  group: "panel",
  summary: "What needs attention first",
  method: "GET",
  path: "/panel/api/attention",
  auth: ["access-token"],
  success: { status: 200, schema: attentionView },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: [
    "statistics:read",
    "config:read",
    "api-keys:read",
    "notifications:read",
    "chat:read",
    "chat:list-waiting",
    "webhooks:list",
  ],
  impact: "owners do not see in the panel what needs their attention",
});
