import * as z from "zod";
import { oneOf, timestamp } from "../edge/contract/fields.ts";
import { cursor, limitParameter } from "../edge/contract/paging.ts";
import { route } from "../edge/contract/route.ts";
import { ACTIONS, type ActivityEntry, RECORD_KINDS } from "../kernel/activity.ts";

const MAX_SUBJECT = 255;

const moment = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be an RFC 3339 timestamp` })
    .transform((text) => new Date(text).toISOString())
    .optional();

export const activityQuery = z.object({
  kind: oneOf("kind", RECORD_KINDS).optional(),
  actor: z
    .string()
    .min(1, { error: "actor must not be empty" })
    .max(MAX_SUBJECT, { error: `actor must have at most ${MAX_SUBJECT} characters` })
    .optional(),
  since: moment("since"),
  until: moment("until"),
  limit: limitParameter({ max: 100, byDefault: 50 }),
  cursor,
});
export type ActivityListing = z.output<typeof activityQuery>;

const activityView = z
  .strictObject({
    id: z.string(),
    at: timestamp,
    actor: z.strictObject({
      sub: z.string(),
      name: z.string().optional(),
    }),
    kind: z.enum(RECORD_KINDS),
    action: z.enum(ACTIONS),
    record_id: z.string().optional(),
    record_name: z.string().optional(),
    fields: z.array(z.string()).optional(),
    request_id: z.string(),
  })
  .meta({ id: "Activity" });

const activityPageView = z
  .strictObject({
    activity: z.array(activityView),
    next_cursor: z.string().optional(),
  })
  .meta({ id: "ActivityPage" });

const toActivityView = (entry: ActivityEntry): z.input<typeof activityView> => {
  const { id, at, actor, kind, action, recordId, recordName, fields, requestId } = entry;
  return {
    id,
    at,
    kind,
    action,
    actor: { sub: actor.sub, ...(actor.name === undefined ? {} : { name: actor.name }) },
    ...(recordId === undefined ? {} : { record_id: recordId }),
    ...(recordName === undefined ? {} : { record_name: recordName }),
    ...(fields === undefined ? {} : { fields: [...fields] }),
    request_id: requestId,
  };
};

interface ShownPage {
  readonly entries: readonly ActivityEntry[];
  readonly next?: string | undefined;
}

export const toActivityPageView = ({ entries, next }: ShownPage): z.input<typeof activityPageView> => ({
  activity: entries.map(toActivityView),
  ...(next === undefined ? {} : { next_cursor: next }),
});

const common = {
  method: "GET",
  auth: ["access-token"],
  query: activityQuery,
  success: { status: 200, schema: activityPageView },
  uses: ["activity:read"],
} as const;

export const listActivity = route({
  ...common,
  operationId: "listActivity",
  group: "panel",
  summary: "List who changed what",
  path: "/panel/api/activity",
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  impact: "owners cannot see who changed what",
});

export const listAdministrationActivity = route({
  ...common,
  operationId: "listAdministrationActivity",
  group: "admin",
  role: "administrator",
  summary: "List what administrators changed",
  path: "/admin/api/activity",
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "role_required"],
  impact: "administrators cannot see who changed which chat account",
});
