import { type Call, errorReply, type Reply, type TAKEN_OVER } from "../http/reply.ts";
import type { Simulator } from "../simulator.ts";
import { writeIn } from "./customer-routes.ts";
import { listMessages, reportStatus } from "./message-routes.ts";
import { clearFaults, linkNumber, listNumbers, planFault, setBehaviour, showBehaviour } from "./setting-routes.ts";
import { listTemplates, reviewTemplate } from "./template-routes.ts";
import { followChanges, listCustomers, showThread } from "./thread-routes.ts";
import { publishToTopic } from "./topic-routes.ts";

type Answer = Reply | typeof TAKEN_OVER;
/** Handles a request; `id` is the `{…}` of the path. */
type Handler = (simulator: Simulator, call: Call, id: string) => Answer | Promise<Answer>;

interface Route {
  readonly path: RegExp;
  readonly methods: Readonly<Record<string, Handler>>;
}

/**
 * The routes of M-sent-messages, M-behaviour, M-status, M-customer, M-numbers, M-faults, M-review and M-topic. The other
 * GET routes serve the telephone's page.
 */
const ROUTES: readonly Route[] = [
  { path: /^\/api\/messages$/, methods: { GET: listMessages } },
  { path: /^\/api\/messages\/(?<id>[^/]+)\/status$/, methods: { POST: reportStatus } },
  { path: /^\/api\/behaviour$/, methods: { GET: showBehaviour, PUT: setBehaviour } },
  { path: /^\/api\/customers$/, methods: { GET: listCustomers } },
  { path: /^\/api\/customers\/(?<id>[^/]+)\/messages$/, methods: { GET: showThread, POST: writeIn } },
  { path: /^\/api\/numbers$/, methods: { GET: listNumbers, POST: linkNumber } },
  { path: /^\/api\/faults$/, methods: { POST: planFault, DELETE: clearFaults } },
  { path: /^\/api\/templates$/, methods: { GET: listTemplates } },
  { path: /^\/api\/templates\/(?<id>[^/]+)\/status$/, methods: { POST: reviewTemplate } },
  { path: /^\/api\/topic$/, methods: { POST: publishToTopic } },
  { path: /^\/api\/events$/, methods: { GET: followChanges } },
];

export const isControlPath = (path: string) => path.startsWith("/api/");

/** Answers a call of the control API. Errors are `{"error"}` in JSON. */
export async function answerControl(simulator: Simulator, call: Call): Promise<Answer> {
  const route = ROUTES.find(({ path }) => path.test(call.url.pathname));
  if (!route) return errorReply(404, "not found");
  const handler = Object.hasOwn(route.methods, call.method) ? route.methods[call.method] : undefined;
  if (!handler) return errorReply(405, "method not allowed", { allow: Object.keys(route.methods).join(", ") });
  const id = decoded(route.path.exec(call.url.pathname)?.groups?.id ?? "");
  return id === undefined ? errorReply(400, "the path is not valid") : handler(simulator, call, id);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
