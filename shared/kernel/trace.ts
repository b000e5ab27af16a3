import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** The work that a log line belongs to. */
export interface TraceContext {
  /** 32 hexadecimal digits, the same from a request to the last event of the notification that it created. */
  readonly traceId: string;
  readonly functionName: string | undefined;
  /** The ids of the notifications that this work has accepted. */
  readonly acceptedIds: readonly string[];
  /** The name of the record that the work concerns, where a use case has noted it. */
  readonly recordName: string | undefined;
}

/**
 * A function may work on several messages at the same time in one process. Log lines of one must not carry the id of
 * another.
 */
const current = new AsyncLocalStorage<{
  traceId: string;
  functionName: string | undefined;
  acceptedIds: string[];
  recordName: string | undefined;
}>();

/**
 * The name of a queue message's attribute. The id is not in the message's body, so that older code can still read the
 * message.
 */
export const TRACE_ATTRIBUTE = "traceId";

const TRACE_ID = /^[0-9a-f]{32}$/;
const TRACE_ID_BYTES = 16;
const NO_TRACE = /^0+$/;

const newTraceId = (): string => randomBytes(TRACE_ID_BYTES).toString("hex");

/** Returns the text when it is a trace id, and undefined otherwise. */
export const asTraceId = (text: string | undefined): string | undefined =>
  text !== undefined && TRACE_ID.test(text) && !NO_TRACE.test(text) ? text : undefined;

export const currentTrace = (): TraceContext | undefined => current.getStore();

export interface TracedWork {
  /** The id of the trace; the work gets a new one when it is absent. */
  readonly traceId?: string | undefined;
  /** The name of the function; that of the function already running when it is absent. */
  readonly functionName?: string | undefined;
}

/** Does the work; every log line that it writes has the trace id. */
export function inTrace<Answer>({ traceId, functionName }: TracedWork, work: () => Answer): Answer {
  const name = functionName ?? current.getStore()?.functionName;
  const context = { traceId: traceId ?? newTraceId(), functionName: name, acceptedIds: [], recordName: undefined };
  return current.run(context, work);
}

/**
 * Lets the further steps of the current work belong to another trace, that of a notification that was just read.
 * Without an id nothing changes.
 */
export function continueTrace(traceId: string | undefined): void {
  const context = current.getStore();
  if (context !== undefined && traceId !== undefined) context.traceId = traceId;
}

/** Notes an accepted id for the log line of the request, which then leads to what the request created. */
export const noteAccepted = (id: string): void => void current.getStore()?.acceptedIds.push(id);

/**
 * Notes a record's name for the activity log. A use case that has read the record calls it, because neither the request
 * nor the answer holds the name.
 */
export function noteRecordName(name: string): void {
  const context = current.getStore();
  if (context !== undefined) context.recordName = name;
}
