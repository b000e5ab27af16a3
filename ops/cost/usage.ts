import type { Unit } from "./prices.ts";

export type Usage = Readonly<Partial<Record<Unit, number>>>;

const KB = 1e-6;
const MB = 1e-3;
/** 1 GB of memory for so many milliseconds. */
const gigabyteMs = (ms: number): number => ms / 1000;

/**
 * The cost of one call of the API before it does anything of its own: edge, gateway, function, limiter, key, log line. Milliseconds are the
 * medians of a warm function of 1 GB.
 */
const ONE_CALL: Usage = {
  edgeRequests: 1,
  edgeFunctionCalls: 1,
  edgeGigabytesOut: 1 * KB,
  gatewayRequests: 1,
  functionCalls: 1,
  functionGigabyteSeconds: gigabyteMs(30),
  logGigabytes: 0.8 * KB,
};

/**
 * One email of a short text by the default account, accepted and delivered at the first attempt. Table units and queue requests
 * include the call's own; they are the ones that the metered test counts (`COUNTED_EMAIL`).
 */
export const COUNTED_EMAIL = { tableWriteUnits: 8, tableReadUnits: 2, queueRequests: 1.2 } as const;

const DELIVERY_BATCH = 10;
const EMAIL: Usage = {
  ...ONE_CALL,
  ...COUNTED_EMAIL,
  functionCalls: 1 + 1 / DELIVERY_BATCH,
  // A batch of ten takes about as long as its slowest mail server.
  functionGigabyteSeconds: gigabyteMs(30 + 1200 / DELIVERY_BATCH),
  // Opened once per account and five minutes.
  keyRequests: 0.01,
  logGigabytes: 1.6 * KB,
  // Content for a week, the record for three months.
  tableGigabyteMonths: 2 * KB * (7 / 30) + 1 * KB * 3,
};

/** A template message that is sent, delivered and read: the provider tells of each in an event of its own. */
export const COUNTED_CHAT = { tableWriteUnits: 27.4, tableReadUnits: 16, queueRequests: 4.8 } as const;
const EVENTS_PER_CHAT = 3;
const CHAT: Usage = {
  ...ONE_CALL,
  ...COUNTED_CHAT,
  edgeRequests: 1 + EVENTS_PER_CHAT,
  edgeFunctionCalls: 1 + EVENTS_PER_CHAT,
  gatewayRequests: 1 + EVENTS_PER_CHAT,
  functionCalls: 1 + 1 / DELIVERY_BATCH + EVENTS_PER_CHAT * (1 + 1 / DELIVERY_BATCH),
  functionGigabyteSeconds: gigabyteMs(30 + 300 / DELIVERY_BATCH + EVENTS_PER_CHAT * (10 + 20)),
  topicDeliveries: EVENTS_PER_CHAT,
  logGigabytes: (1.6 + EVENTS_PER_CHAT * 0.8) * KB,
  tableGigabyteMonths: 4 * KB * 3,
  chatMessages: 1,
};

const UPLOAD_MEGABYTES = 2;
/** A file of 2 MB, stored, registered with the provider and looked at twice. */
const UPLOAD: Usage = {
  ...ONE_CALL,
  gatewayRequests: 0,
  tableWriteUnits: 3,
  tableReadUnits: 2,
  functionGigabyteSeconds: 2 * gigabyteMs(500),
  objectWrites: 1,
  objectReads: 2,
  objectGigabyteMonths: UPLOAD_MEGABYTES * MB,
  edgeGigabytesOut: 2 * UPLOAD_MEGABYTES * MB,
};

/** The cost of a deployment in a month in which nothing is sent. */
const AT_REST: Usage = {
  keyMonths: 1,
  alarmMonths: 60,
  dashboardMonths: 1,
  metricMonths: 12,
  secretMonths: 3,
  // The sweep looks through 32 shards every minute.
  functionCalls: 43_200,
  functionGigabyteSeconds: 43_200 * 0.5 * 0.2,
  tableReadUnits: 43_200 * 32 * 0.5,
};

export interface Month {
  readonly emails: number;
  readonly chats: number;
  readonly uploads: number;
}

const times = (usage: Usage, count: number): [string, number][] =>
  Object.entries(usage).map(([unit, amount]) => [unit, amount * count]);

/** Everything that a month uses, by unit. */
export function usageOf({ emails, chats, uploads }: Month): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  const parts = [times(AT_REST, 1), times(EMAIL, emails), times(CHAT, chats), times(UPLOAD, uploads)].flat();
  for (const [unit, amount] of parts) total.set(unit, (total.get(unit) ?? 0) + amount);
  return total;
}
