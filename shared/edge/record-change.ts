import { setTimeout as pause } from "node:timers/promises";
import type { ActivityEntry, ActivityScope, Change } from "../kernel/activity.ts";
import { currentTrace } from "../kernel/trace.ts";
import { urlHost } from "../kernel/url-parts.ts";
import type { OperationContext } from "./bound-operation.ts";
import { changedFields } from "./changed-fields.ts";
import { loggedChange } from "./contract/route.ts";
import type { ActivityServices, EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { ActivityLog, CallerIdentity } from "./ports.ts";
import { jsonBodyOf } from "./request-body.ts";

/** The fields by which kinds of records are called. A webhook has none of them, and is called by the host of its `url`. */
const NAMES = ["label", "name"] as const;
/** For the provider's word on the caller, once the change itself is made. */
const NAME_WAIT_MS = 500;
const PAUSES_MS = [0, 100, 400];

type View = Readonly<Record<string, unknown>>;

export interface RecordedWork {
  readonly context: OperationContext;
  /** The answer of the record's own page at this moment; undefined where the function has no such route. */
  readonly recordNow: () => Promise<HttpAnswer | undefined>;
  readonly run: () => Promise<HttpAnswer>;
}

/**
 * Carries out what a person changes, and keeps an entry of it once it is done. The change stands whether its entry can be kept or not
 * (docs/decisions/activity-after-the-change.md).
 */
export async function recordChange(services: EdgeServices, { context, recordNow, run }: RecordedWork) {
  const change = loggedChange(context.operation.route);
  const { bearer, token } = context;
  if (change === undefined || bearer === undefined || token === undefined) return run();
  const { activity } = services;
  if (activity === undefined) throw new Error(`${context.endpoint.operationId} changes something, and has no log`);
  const name = nameSoon(activity, { bearer, token });
  const before = viewOf(await recordNow().catch(() => undefined));
  const answer = await run();
  if (answer.headers?.["idempotency-replayed"] !== undefined) return answer;
  const entry = {
    ...{ id: services.identifiers.newId(), at: new Date(services.clock.now()).toISOString(), ...change },
    actor: { sub: token.sub, name: await name() },
    ...recordIn(context, change, before, viewOf(answer)),
    requestId: context.requestId,
  };
  await keep(services, activity.log, scopeOf(context, entry), entry);
  return answer;
}

const scopeOf = ({ endpoint }: OperationContext, { actor }: ActivityEntry): ActivityScope =>
  endpoint.role === "administrator" ? "administration" : { owner: actor.sub };

function recordIn({ event }: OperationContext, { action }: Change, before: View, after: View) {
  const isReplaced = action === "changed";
  return {
    recordId: (event.pathParameters?.id ?? textIn(after, ["id"]))?.toLowerCase(),
    recordName: nameIn(after) ?? nameIn(before) ?? currentTrace()?.recordName,
    ...(isReplaced && { fields: changedFields(before, after, jsonBodyOf(event) ?? {}) }),
  };
}

const textIn = (view: View, names: readonly string[]): string | undefined =>
  names.map((name) => view[name]).find((value) => typeof value === "string");

const nameIn = (view: View): string | undefined => textIn(view, NAMES) ?? hostIn(view);

function hostIn(view: View): string | undefined {
  const url = textIn(view, ["url"]);
  return url !== undefined && URL.canParse(url) ? urlHost(url) : undefined;
}

function viewOf(answer: HttpAnswer | undefined): View {
  if (answer?.body === undefined || answer.statusCode >= 300) return {};
  const value: unknown = JSON.parse(answer.body);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Asks at once, beside the change; the answer to the caller waits for it for a moment only. */
function nameSoon({ nameOf }: ActivityServices, caller: CallerIdentity): () => Promise<string | undefined> {
  const asked = nameOf(caller).catch(() => undefined);
  return async () => {
    const given = new AbortController();
    const waited = pause(NAME_WAIT_MS, undefined, { signal: given.signal }).catch(() => undefined);
    try {
      return await Promise.race([asked, waited]);
    } finally {
      given.abort();
    }
  };
}

/** A few tries; then the log of the function is where the entry stands. The name of a record is its owner's text, and stays out of it. */
async function keep(
  { log, metrics }: EdgeServices,
  activityLog: ActivityLog,
  scope: ActivityScope,
  entry: ActivityEntry,
): Promise<void> {
  let failure: unknown;
  for (const ms of PAUSES_MS) {
    try {
      if (ms > 0) await pause(ms);
      return await activityLog.add(scope, entry);
    } catch (error) {
      failure = error;
    }
  }
  const { recordName: _name, actor, fields = [], ...rest } = entry;
  const scoped = { isAdministration: scope === "administration", actor: actor.sub, fields: fields.join(",") };
  log.error("activity.not_kept", failure, { ...rest, ...scoped });
  metrics.count("activity_not_kept");
}
