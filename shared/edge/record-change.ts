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
import { ownerOf } from "./request-context.ts";

/** The fields that name a record. A webhook has neither of them and is named by the host of its `url`. */
const NAMES = ["label", "name"] as const;
/** The identity provider may take this many milliseconds to name the caller after the change is made. */
const NAME_WAIT_MS = 500;
const PAUSES_MS = [0, 100, 400];

type View = Readonly<Record<string, unknown>>;

export interface RecordedWork {
  readonly context: OperationContext;
  /** Returns the answer of a GET of the record now; undefined when the function has no such route. */
  readonly recordNow: () => Promise<HttpAnswer | undefined>;
  readonly run: () => Promise<HttpAnswer>;
}

/**
 * Runs a change that a person makes, and then adds an entry to the activity log. The change stands even when the entry
 * cannot be stored (docs/decisions/activity-after-the-change.md).
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
    id: services.identifiers.newId(),
    at: new Date(services.clock.now()).toISOString(),
    ...change,
    actor: { sub: token.sub, name: await name() },
    ...recordIn(context, change, before, viewOf(answer)),
    requestId: context.requestId,
  };
  await keep(services, activity.log, scopeOf(context), entry);
  return answer;
}

const scopeOf = (context: OperationContext): ActivityScope =>
  context.endpoint.role === "administrator" ? "administration" : { owner: ownerOf(context) };

function recordIn({ event, operation }: OperationContext, { action }: Change, before: View, after: View) {
  const isReplaced = action === "changed";
  const noted = operation.route.notedFields?.(after) ?? [];
  return {
    recordId: (event.pathParameters?.id ?? textIn(after, ["id"]))?.toLowerCase(),
    recordName: nameIn(after) ?? nameIn(before) ?? currentTrace()?.recordName,
    ...(noted.length > 0 && { fields: noted }),
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

/** Asks the identity provider for the caller's name while the change runs, so that the answer to the caller hardly waits for it. */
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

/**
 * Adds the entry, with a few tries. When all fail, writes it to the function's log, without the record's name, because
 * the name is the owner's text.
 */
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
