import { type Batches, batchesOf, queueRequestsOf } from "./batches.ts";
import type { DeployedStage, Worker } from "./deployed-stage.ts";
import type { Month } from "./month.ts";
import { DAYS_A_MONTH, gigabyteSeconds, KB, MB, SECONDS_A_MONTH, together, type Usage } from "./units.ts";

/** The API's own time: medians of warm functions of 1 GB. */
const CALL_MS = 30;
/** A batch takes about as long as its slowest mail server. */
const MAIL_BATCH_MS = 1200;
const CHAT_BATCH_MS = 300;
const EVENT_MS = 10;
const EVENT_BATCH_MS = 200;
const UPLOAD_MS = 1000;
/** The line of an attempt, and those of its metrics. */
const ATTEMPT_LOG = 1.4 * KB;
/** Memory of a web function's environment, which no template says. */
const WEB_FUNCTION_GIGABYTES = 2;

function worker(stage: DeployedStage, name: string): Worker {
  const found = stage.workers.get(name);
  if (found === undefined) throw new Error(`no queue of the template calls ${name}`);
  return found;
}

function gigabytes(stage: DeployedStage, name: string): number {
  const found = stage.gigabytes.get(name);
  if (found === undefined) throw new Error(`no function of the template is called ${name}`);
  return found;
}

/** A request through the edge to a function, before the function does anything of its own. */
const request = (stage: DeployedStage, name: string, ms: number): Usage => ({
  edgeRequests: 1,
  edgeFunctionCalls: 1,
  edgeGigabytesOut: 1 * KB,
  gatewayRequests: 1,
  functionCalls: 1,
  functionGigabyteSeconds: gigabyteSeconds(gigabytes(stage, name), ms),
  logGigabytes: 0.8 * KB,
  ...(stage.hasWebAcl && { webAclRequests: 1 }),
});

/** A message's way through a queue to a share of a batch. */
const queued = (stage: DeployedStage, name: string, batches: Batches, batchMs: number): Usage => ({
  queueRequests: queueRequestsOf(batches),
  functionCalls: 1 / batches.perInvocation,
  functionGigabyteSeconds: gigabyteSeconds(gigabytes(stage, name), batchMs) / batches.perInvocation,
});

/** So many bytes, kept for so many days: in the table, and in its backup where it has one. The backup holds no index. */
const stored = (stage: DeployedStage, table: string, bytes: { own: number; index: number }): Usage => ({
  tableGigabyteMonths: bytes.own + bytes.index,
  ...(stage.backedUpTables.has(`${table}Table`) && { tableBackupGigabyteMonths: bytes.own }),
});

/**
 * One email of a short text by the default account, accepted and delivered at the first attempt: table units with the call's own, as the
 * metered test counts them.
 */
export const COUNTED_EMAIL = { tableWriteUnits: 7, tableReadUnits: 2 } as const;
/** The content and its record: one that is sent is in no index. */
const EMAIL_BYTES = { content: 2 * KB, record: 1 * KB } as const;

/** Those that reach the function: accepted and ended, each at a time of its own, so that it is alone where few are sent. */
const CHANGES_OF_EMAIL = 2;
/** Accepted, submitted, sent, delivered and read. */
const CHANGES_OF_CHAT = 5;
const CHANGES_OF_INBOUND = 1;
const ANNOUNCEMENT_MS = 30;

/**
 * An event alone in its item of the feed, behind one of another process, and the look at its owner's webhooks, as the metered test counts
 * them. The process of the event before would read a unit less.
 */
export const COUNTED_EVENT = { tableWriteUnits: 1, tableReadUnits: 2 } as const;
const EVENT_BYTES = 0.7 * KB;
const EVENT_KEPT_DAYS = 30;
/** An email is sent; a chat message is submitted, sent, delivered and read. */
const EVENTS_OF_EMAIL = 1;
const EVENTS_OF_CHAT = 4;

/**
 * Changes of items on their way to the function that announces them, and the events that it puts into the feed, each alone: the most
 * that it can cost. Lambda's own reading of streams costs nothing (Amazon DynamoDB pricing, "DynamoDB Streams").
 */
const announced = (stage: DeployedStage, { changes, events }: { changes: number; events: number }): Usage =>
  together(
    {
      functionCalls: changes,
      functionGigabyteSeconds: changes * gigabyteSeconds(gigabytes(stage, "announce-and-count"), ANNOUNCEMENT_MS),
      logGigabytes: changes * 0.3 * KB,
      tableWriteUnits: events * COUNTED_EVENT.tableWriteUnits,
      tableReadUnits: events * COUNTED_EVENT.tableReadUnits,
    },
    stored(stage, "Events", { own: (events * EVENT_BYTES * EVENT_KEPT_DAYS) / DAYS_A_MONTH, index: 0 }),
  );

/** Those that count in one batch: one owner's hour, and everybody's; a reason of failures would be one more. */
export const COUNTED_BATCH = { tableWriteUnits: 2 } as const;

/** Of an email its acceptance and its end are counted, of a chat message its acceptance and its delivery. */
const COUNTED_CHANGES = 2;
/** Of a new table. Each is a shard of the stream, which Lambda asks four times a second. */
const TABLE_PARTITIONS = 4;
const STREAM_SECONDS = 0.25;

/** For the panel's figures: what comes between two looks at a shard is counted together. */
function counted(perSecond: number): Usage {
  const perBatch = 1 + ((perSecond * COUNTED_CHANGES) / TABLE_PARTITIONS) * STREAM_SECONDS;
  return { tableWriteUnits: (COUNTED_CHANGES / perBatch) * COUNTED_BATCH.tableWriteUnits };
}

export const emailsPerSecond = ({ emails, perSecond }: Month): number => perSecond ?? emails / SECONDS_A_MONTH;

/** How the stage's worker gets the month's deliveries. */
export const deliveryBatches = (stage: DeployedStage, month: Month): Batches =>
  batchesOf(worker(stage, "deliver-notification"), {
    perSecond: emailsPerSecond(month),
    secondsPerBatch: MAIL_BATCH_MS / 1000,
  });

export function emailUsage(stage: DeployedStage, month: Month): Usage {
  const way = queued(stage, "deliver-notification", deliveryBatches(stage, month), MAIL_BATCH_MS);
  const [contentMonths, recordMonths] = [stage.keptDays.content / DAYS_A_MONTH, stage.keptDays.record / DAYS_A_MONTH];
  const { content, record } = EMAIL_BYTES;
  return together(
    request(stage, "notifications", CALL_MS),
    way,
    COUNTED_EMAIL,
    announced(stage, { changes: CHANGES_OF_EMAIL, events: EVENTS_OF_EMAIL }),
    counted(emailsPerSecond(month)),
    {
      // Every message has a group, for fairness between owners: that is paid beside the requests.
      fairQueueRequests: way.queueRequests ?? 0,
      // Opened once per account and five minutes.
      keyRequests: 0.01,
      logGigabytes: ATTEMPT_LOG,
      outboundGigabytes: month.mailKilobytes * KB,
      ...stored(stage, "Notifications", { own: content * contentMonths + record * recordMonths, index: 0 }),
    },
  );
}

/** A template message that is sent, delivered and read: the provider tells of each in an event of its own. */
const COUNTED_CHAT = { tableWriteUnits: 26.4, tableReadUnits: 16 } as const;
const EVENTS_PER_CHAT = 3;
/** The message in its conversation, and the conversation's entry in the index of the newest. */
const CHAT_BYTES = { own: 4 * KB, index: 0.5 * KB } as const;

/** An event of the provider on its way to the worker that applies it. */
function eventUsage(stage: DeployedStage, events: number): Usage {
  const perSecond = events / SECONDS_A_MONTH;
  const batches = batchesOf(worker(stage, "apply-chat-event"), { perSecond, secondsPerBatch: EVENT_BATCH_MS / 1000 });
  const way = queued(stage, "apply-chat-event", batches, EVENT_BATCH_MS);
  return together(request(stage, "chat-events", EVENT_MS), way, { topicDeliveries: 1 });
}

const eventsOf = ({ chats, inbound }: Month): number => chats * EVENTS_PER_CHAT + inbound;
const chatStorage = (stage: DeployedStage): Usage => {
  const months = stage.keptDays.record / DAYS_A_MONTH;
  return stored(stage, "Chat", { own: CHAT_BYTES.own * months, index: CHAT_BYTES.index * months });
};

export function chatUsage(stage: DeployedStage, month: Month): Usage {
  const perSecond = month.chats / SECONDS_A_MONTH;
  const batches = batchesOf(worker(stage, "deliver-notification"), {
    perSecond,
    secondsPerBatch: CHAT_BATCH_MS / 1000,
  });
  const way = queued(stage, "deliver-notification", batches, CHAT_BATCH_MS);
  const events = Array.from({ length: EVENTS_PER_CHAT }, () => eventUsage(stage, eventsOf(month)));
  const more = [
    ...events,
    counted(perSecond),
    announced(stage, { changes: CHANGES_OF_CHAT, events: EVENTS_OF_CHAT }),
    chatStorage(stage),
  ];
  return together(request(stage, "notifications", CALL_MS), way, COUNTED_CHAT, ...more, {
    fairQueueRequests: way.queueRequests ?? 0,
    logGigabytes: ATTEMPT_LOG,
    chatMessages: 1,
  });
}

/** A text that a customer writes, as the metered test counts it. */
export const COUNTED_INBOUND = { tableWriteUnits: 11, tableReadUnits: 5 } as const;

export const inboundUsage = (stage: DeployedStage, month: Month): Usage =>
  together(
    eventUsage(stage, eventsOf(month)),
    COUNTED_INBOUND,
    announced(stage, { changes: CHANGES_OF_INBOUND, events: 1 }),
    chatStorage(stage),
    { chatMessages: 1 },
  );

const UPLOAD_MEGABYTES = 2;
/** A file of 2 MB, stored, registered with the provider and looked at twice. It goes past the gateway; a container of one's own is not priced. */
export const uploadUsage = (stage: DeployedStage): Usage => ({
  edgeRequests: 1,
  edgeFunctionCalls: 1,
  edgeGigabytesOut: 2 * UPLOAD_MEGABYTES * MB,
  ...(stage.hasWebAcl && { webAclRequests: 1 }),
  ...(stage.hasWebFunction && {
    webFunctionRequests: 1,
    webFunctionGigabyteSeconds: gigabyteSeconds(WEB_FUNCTION_GIGABYTES, UPLOAD_MS),
  }),
  tableWriteUnits: 3,
  tableReadUnits: 2,
  objectWrites: 1,
  objectReads: 2,
  objectGigabyteMonths: UPLOAD_MEGABYTES * MB,
  logGigabytes: 0.8 * KB,
});
