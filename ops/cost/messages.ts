import { type Batches, batchesOf, queueRequestsOf } from "./batches.ts";
import type { DeployedStage, Worker } from "./deployed-stage.ts";
import type { Month } from "./month.ts";
import { DAYS_A_MONTH, gigabyteSeconds, KB, MB, SECONDS_A_MONTH, together, type Usage } from "./units.ts";

/** The duration of an API call, a median of warm functions with 1 GB. */
const CALL_MS = 30;
/** A batch takes about as long as its slowest mail server. */
const MAIL_BATCH_MS = 1200;
const CHAT_BATCH_MS = 300;
const EVENT_MS = 10;
const EVENT_BATCH_MS = 200;
const UPLOAD_MS = 1000;
/** The size of the log line and the metrics that one attempt writes. */
const ATTEMPT_LOG = 1.4 * KB;
/** The memory of a web function's environment. It is stated here because templates do not contain it. */
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

/** The cost of a request through the edge to a function, without the work that the function then does. */
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

/** The cost of a message that goes through a queue and is handled in a batch. */
const queued = (stage: DeployedStage, name: string, batches: Batches, batchMs: number): Usage => ({
  queueRequests: queueRequestsOf(batches),
  functionCalls: 1 / batches.perInvocation,
  functionGigabyteSeconds: gigabyteSeconds(gigabytes(stage, name), batchMs) / batches.perInvocation,
});

/** The cost of stored bytes in the table and, if it has one, in its backup. A backup contains no index. */
const stored = (stage: DeployedStage, table: string, bytes: { own: number; index: number }): Usage => ({
  tableGigabyteMonths: bytes.own + bytes.index,
  ...(stage.backedUpTables.has(`${table}Table`) && { tableBackupGigabyteMonths: bytes.own }),
});

/**
 * Table units of one short email by the default account that is accepted and delivered at the first attempt, as a test
 * counts them.
 */
export const COUNTED_EMAIL = { tableWriteUnits: 7, tableReadUnits: 2 } as const;
/** The sizes of a content and its record. A sent notification is in no index. */
const EMAIL_BYTES = { content: 2 * KB, record: 1 * KB } as const;

/** An email changes twice, at acceptance and at its end. With few sends each change reaches the function alone. */
const CHANGES_OF_EMAIL = 2;
/** A chat message changes when it is accepted, submitted, sent, delivered and read. */
const CHANGES_OF_CHAT = 5;
const CHANGES_OF_INBOUND = 1;
const ANNOUNCEMENT_MS = 30;

/**
 * The table units for appending an event alone to its feed and looking up its owner's webhooks, as a test counts them. Another process wrote the
 * event before it; if the same process did, one read unit less is needed.
 */
export const COUNTED_EVENT = { tableWriteUnits: 1, tableReadUnits: 2 } as const;
const EVENT_BYTES = 0.7 * KB;
const EVENT_KEPT_DAYS = 30;
/** The events are `sent` for an email, and submitted, sent, delivered and read for a chat message. */
const EVENTS_OF_EMAIL = 1;
const EVENTS_OF_CHAT = 4;

/**
 * The cost of changes that reach the announcing function and of the events that it appends to the feed, at most: each comes alone. Lambda's reading
 * of streams is free (Amazon DynamoDB pricing, "DynamoDB Streams").
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

/** The table units for counting one batch: one for the owner's hour and one for everybody's. A failure's reason adds another. */
export const COUNTED_BATCH = { tableWriteUnits: 2 } as const;

/** For an email its acceptance and its end are counted; for a chat message its acceptance and its delivery. */
const COUNTED_CHANGES = 2;
/** The partitions of a new table. Each is a shard of the stream that Lambda polls four times a second. */
const TABLE_PARTITIONS = 4;
const STREAM_SECONDS = 0.25;

/** The cost of counting for the panel's figures. Changes between two polls of a shard are counted together. */
function counted(perSecond: number): Usage {
  const perBatch = 1 + ((perSecond * COUNTED_CHANGES) / TABLE_PARTITIONS) * STREAM_SECONDS;
  return { tableWriteUnits: (COUNTED_CHANGES / perBatch) * COUNTED_BATCH.tableWriteUnits };
}

export const emailsPerSecond = ({ emails, perSecond }: Month): number => perSecond ?? emails / SECONDS_A_MONTH;

/** Computes in which batches the stage's worker receives the deliveries of the month. */
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
      // Every message has a group for fairness between owners, which is billed in addition to requests.
      fairQueueRequests: way.queueRequests ?? 0,
      // An account's secret is decrypted once every five minutes, and many messages share that.
      keyRequests: 0.01,
      logGigabytes: ATTEMPT_LOG,
      outboundGigabytes: month.mailKilobytes * KB,
      ...stored(stage, "Notifications", { own: content * contentMonths + record * recordMonths, index: 0 }),
    },
  );
}

/** The table units of a template message that is sent, delivered and read. The provider reports each with an event. */
const COUNTED_CHAT = { tableWriteUnits: 26.4, tableReadUnits: 16 } as const;
const EVENTS_PER_CHAT = 3;
/** The sizes of the message in its conversation and of the conversation's entry in the index. */
const CHAT_BYTES = { own: 4 * KB, index: 0.5 * KB } as const;

/** The cost of a month's events of the provider, up to the worker that applies them. */
function eventUsage(stage: DeployedStage, name: string, events: number): Usage {
  const perSecond = events / SECONDS_A_MONTH;
  const batches = batchesOf(worker(stage, name), { perSecond, secondsPerBatch: EVENT_BATCH_MS / 1000 });
  const way = queued(stage, name, batches, EVENT_BATCH_MS);
  return together(request(stage, "chat-events", EVENT_MS), way, { topicDeliveries: 1 });
}

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
  const events = Array.from({ length: EVENTS_PER_CHAT }, () =>
    eventUsage(stage, "apply-chat-event", month.chats * EVENTS_PER_CHAT),
  );
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

/** The table units of a text that a customer writes, as a test counts them. */
export const COUNTED_INBOUND = { tableWriteUnits: 11, tableReadUnits: 5 } as const;

export const inboundUsage = (stage: DeployedStage, month: Month): Usage =>
  together(
    eventUsage(stage, "receive-inbound-message", month.inbound),
    COUNTED_INBOUND,
    announced(stage, { changes: CHANGES_OF_INBOUND, events: 1 }),
    chatStorage(stage),
    { chatMessages: 1 },
  );

const UPLOAD_MEGABYTES = 2;
/**
 * The cost of a file of 2 MB that is stored, registered with the provider and viewed twice. It does not pass the gateway. A self-hosted upload
 * server has no price here.
 */
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
