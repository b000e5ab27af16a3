import { announced, counted } from "./announcements.ts";
import { type Batches, batchesOf, queueRequestsOf } from "./batches.ts";
import { contentUsage } from "./contents.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import type { Month } from "./month.ts";
import { gigabytes, stored, worker } from "./parts.ts";
import { DAYS_A_MONTH, gigabyteSeconds, KB, MB, SECONDS_A_MONTH, together, type Usage } from "./units.ts";

/** An API call takes this long, as the median of warm functions with 1 GB. */
const CALL_MS = 30;
/** A batch takes about as long as its slowest mail server. */
const MAIL_BATCH_MS = 1200;
const CHAT_BATCH_MS = 300;
const EVENT_MS = 10;
const EVENT_BATCH_MS = 200;
const UPLOAD_MS = 1000;
/** The log line and the metrics of one attempt have this size. */
const ATTEMPT_LOG = 1.4 * KB;
/**
 * The environment of a web function has this much memory. The number is written here because templates do not contain
 * it.
 */
const WEB_FUNCTION_GIGABYTES = 2;

/** Returns the usage of a request through the edge to a function, without the further work of the function. */
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

/** Returns the usage of a message that goes through a queue and is handled in a batch. */
const queued = (stage: DeployedStage, name: string, batches: Batches, batchMs: number): Usage => ({
  queueRequests: queueRequestsOf(batches),
  functionCalls: 1 / batches.perInvocation,
  functionGigabyteSeconds: gigabyteSeconds(gigabytes(stage, name), batchMs) / batches.perInvocation,
});

/**
 * A short email through the default account takes these table units from acceptance to delivery at the first attempt,
 * as a test counts them.
 */
export const COUNTED_EMAIL = { tableWriteUnits: 7, tableReadUnits: 2 } as const;
/** A content and its record have these sizes. A sent notification is in no index. */
const EMAIL_BYTES = { content: 2 * KB, record: 1 * KB } as const;

/**
 * An email's record changes twice, at acceptance and at its end. If few emails are sent, each change reaches the
 * function that reads the stream in a batch of its own.
 */
const CHANGES_OF_EMAIL = 2;
/** A chat message changes when it is accepted, submitted, sent, delivered and read. */
const CHANGES_OF_CHAT = 5;
const CHANGES_OF_INBOUND = 1;
/** The events are `sent` for an email, and submitted, sent, delivered and read for a chat message. */
const EVENTS_OF_EMAIL = 1;
const EVENTS_OF_CHAT = 4;

/** An `Idempotency-Key` adds these units to the acceptance of an email, as a test counts them. */
export const COUNTED_KEY = { tableWriteUnits: 1 } as const;

export const emailsPerSecond = ({ emails, perSecond }: Month): number => perSecond ?? emails / SECONDS_A_MONTH;

/** Computes the batches in which the stage's worker receives the deliveries of the month. */
export const deliveryBatches = (stage: DeployedStage, month: Month): Batches =>
  batchesOf(worker(stage, "deliver-notification"), {
    perSecond: emailsPerSecond(month),
    secondsPerBatch: MAIL_BATCH_MS / 1000,
  });

/** An environment is assumed to live this long, because Lambda ends each one within hours and does not say when. */
const ENVIRONMENT_HOURS = 2;

/**
 * Returns how many workers begin in a month. With its first mail, each lets KMS open the data key, in one call for any
 * number of accounts.
 */
export function startedWorkers(stage: DeployedStage, month: Month): number {
  if (month.emails === 0) return 0;
  const perSecond = emailsPerSecond(month);
  const { perInvocation } = deliveryBatches(stage, month);
  const { maxConcurrency } = worker(stage, "deliver-notification");
  const atOnce = Math.min(Math.ceil(((perSecond / perInvocation) * MAIL_BATCH_MS) / 1000), maxConcurrency);
  return atOnce * Math.max(1, month.emails / perSecond / 3600 / ENVIRONMENT_HOURS);
}

export function emailUsage(stage: DeployedStage, month: Month): Usage {
  const way = queued(stage, "deliver-notification", deliveryBatches(stage, month), MAIL_BATCH_MS);
  const arrival = { perSecond: emailsPerSecond(month), owners: month.owners };
  const [contentMonths, recordMonths] = [stage.keptDays.content / DAYS_A_MONTH, stage.keptDays.record / DAYS_A_MONTH];
  const { content, record } = EMAIL_BYTES;
  return together(
    request(stage, "notifications", CALL_MS),
    way,
    COUNTED_EMAIL,
    announced(stage, { changes: CHANGES_OF_EMAIL, events: EVENTS_OF_EMAIL, ...arrival }),
    counted(arrival),
    contentUsage(stage, month.contents),
    { tableWriteUnits: month.keyedShare * COUNTED_KEY.tableWriteUnits },
    {
      // Every message has a group, for fairness between owners. Groups are billed in addition to requests.
      fairQueueRequests: way.queueRequests ?? 0,
      logGigabytes: ATTEMPT_LOG,
      outboundGigabytes: month.mailKilobytes * KB,
      ...stored(stage, "Notifications", { own: content * contentMonths + record * recordMonths, index: 0 }),
    },
  );
}

/**
 * A template message that is sent, delivered and read takes these table units. The provider reports each step with an
 * event.
 */
const COUNTED_CHAT = { tableWriteUnits: 26.4, tableReadUnits: 16 } as const;
const EVENTS_PER_CHAT = 3;
/** The message in its conversation and the conversation's entry in the index have these sizes. */
const CHAT_BYTES = { own: 4 * KB, index: 0.5 * KB } as const;

/** Returns the usage of a month's events of the provider, including the worker that applies them. */
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
    counted({ perSecond, owners: month.owners }),
    announced(stage, { changes: CHANGES_OF_CHAT, events: EVENTS_OF_CHAT, perSecond, owners: month.owners }),
    chatStorage(stage),
  ];
  return together(request(stage, "notifications", CALL_MS), way, COUNTED_CHAT, ...more, {
    fairQueueRequests: way.queueRequests ?? 0,
    logGigabytes: ATTEMPT_LOG,
    chatMessages: 1,
  });
}

/** A text from a customer takes these table units, as a test counts them. */
export const COUNTED_INBOUND = { tableWriteUnits: 11, tableReadUnits: 5.5 } as const;

export const inboundUsage = (stage: DeployedStage, month: Month): Usage =>
  together(
    eventUsage(stage, "receive-inbound-message", month.inbound),
    COUNTED_INBOUND,
    announced(stage, {
      changes: CHANGES_OF_INBOUND,
      events: 1,
      perSecond: month.inbound / SECONDS_A_MONTH,
      owners: month.owners,
    }),
    chatStorage(stage),
    { chatMessages: 1 },
  );

const UPLOAD_MEGABYTES = 2;
/**
 * Returns the usage of a file of 2 MB that is stored, registered with the provider and viewed twice. The file does not
 * pass the gateway. A self-hosted upload server has no price here.
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
