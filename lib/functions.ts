import type { Capability, RouteGroup } from "../shared/contract/route.ts";
import { routes } from "../shared/contract/routes.ts";

/** Every Lambda function as data. The cloud stack deploys them and the local stack hosts them from this one list. */
export type Trigger =
  | { readonly kind: "routes"; readonly group: RouteGroup }
  /** The gateway's `$default` route. */
  | { readonly kind: "fallback" }
  | { readonly kind: "queue"; readonly queue: QueueName; readonly batchSize: number; readonly maxConcurrency: number }
  | { readonly kind: "schedule"; readonly everySeconds: number };

export interface FunctionDefinition {
  readonly name: string;
  /** From the root of the project. */
  readonly entry: string;
  readonly trigger: Trigger;
  readonly uses: readonly Capability[];
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Who is hurt while it fails; goes into its alarm. */
  readonly impact: string;
}

export type QueueName = "delivery" | "delivery-dead-letters";

export interface QueueDefinition {
  readonly name: QueueName;
  readonly visibilityTimeoutSeconds: number;
  readonly deadLetter?: { readonly queue: QueueName; readonly maxReceiveCount: number };
}

const DELIVERY_TIMEOUT_SECONDS = 60;
/** AWS's rule for queue functions: six times the function's timeout. */
const VISIBILITY_FACTOR = 6;

export const queues: readonly QueueDefinition[] = [
  {
    name: "delivery",
    visibilityTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "delivery-dead-letters", maxReceiveCount: 5 },
  },
  { name: "delivery-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
];

const API = { memoryMb: 1024, timeoutSeconds: 29 } as const;
/** The test send waits 20 s for a mail server; its function a little longer. */
const GROUPS: Readonly<Record<RouteGroup, { readonly memoryMb: number; readonly timeoutSeconds: number }>> = {
  system: { memoryMb: 512, timeoutSeconds: 5 },
  docs: { memoryMb: 512, timeoutSeconds: 10 },
  "sending-accounts": API,
  "sending-account-test": API,
  "email-templates": API,
  notifications: API,
  panel: API,
};

const isRouteGroup = (name: string): name is RouteGroup => name in GROUPS;

function groupFunction(group: RouteGroup): FunctionDefinition {
  const own = routes.filter((route) => route.group === group);
  const limited: readonly Capability[] = ["ephemeral:write"];
  const keys: readonly Capability[] = own.some((route) => route.auth === "api-key")
    ? ["api-keys:read", "api-keys:note-use"]
    : [];
  return {
    name: group,
    entry: `functions/http/${group}/handler.ts`,
    trigger: { kind: "routes", group },
    uses: [...new Set([...limited, ...keys, ...own.flatMap((route) => route.uses)])],
    ...GROUPS[group],
    impact: [...new Set(own.map((route) => route.impact))].join("; "),
  };
}

export const functions: readonly FunctionDefinition[] = [
  ...Object.keys(GROUPS).filter(isRouteGroup).map(groupFunction),
  {
    name: "fallback",
    entry: "functions/http/fallback/handler.ts",
    trigger: { kind: "fallback" },
    uses: [],
    memoryMb: 256,
    timeoutSeconds: 5,
    impact: "callers of unknown paths and browsers' preflights get a bare gateway error",
  },
  {
    name: "deliver-notification",
    entry: "functions/queue/deliver-notification/handler.ts",
    trigger: { kind: "queue", queue: "delivery", batchSize: 10, maxConcurrency: 50 },
    uses: [
      "config:read",
      "notifications:read",
      "notifications:write",
      "content:read",
      "secrets:open",
      "delivery-queue:send",
    ],
    memoryMb: 1024,
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
    impact: "accepted notifications are not delivered; they wait and lose nothing",
  },
  {
    name: "dead-letter",
    entry: "functions/queue/dead-letter/handler.ts",
    trigger: { kind: "queue", queue: "delivery-dead-letters", batchSize: 10, maxConcurrency: 2 },
    uses: ["notifications:write", "dead-letters:write"],
    memoryMb: 512,
    timeoutSeconds: 30,
    impact: "notifications that crash their worker stay unfinished instead of ending failed",
  },
  {
    name: "sweep",
    entry: "functions/schedule/sweep/handler.ts",
    trigger: { kind: "schedule", everySeconds: 60 },
    uses: ["notifications:read", "notifications:write", "delivery-queue:send"],
    memoryMb: 512,
    timeoutSeconds: 55,
    impact: "notifications whose worker died are not picked up again",
  },
];
