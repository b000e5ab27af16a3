import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** The work that a log line belongs to. */
export interface TraceContext {
  /** 32 hexadecimal digits, from the request to the last event of what it made. */
  readonly traceId: string;
  /** The function that works. */
  readonly functionName: string | undefined;
  /** The notifications that it has accepted. */
  readonly acceptedIds: readonly string[];
  /** The name of the record that it works on, where somebody said it. */
  readonly recordName: string | undefined;
}

/** A function works on several messages side by side in one process: what one of them says must not carry another one's id. */
const current = new AsyncLocalStorage<{
  traceId: string;
  functionName: string | undefined;
  acceptedIds: string[];
  recordName: string | undefined;
}>();

/** Of a queue message. Beside its body and not in it: code from before the attribute reads the message as ever. */
export const TRACE_ATTRIBUTE = "traceId";

const TRACE_ID = /^[0-9a-f]{32}$/;
const TRACE_ID_BYTES = 16;
const NO_TRACE = /^0+$/;

const newTraceId = (): string => randomBytes(TRACE_ID_BYTES).toString("hex");

/** The id as it was handed on; undefined for anything else. */
export const asTraceId = (text: string | undefined): string | undefined =>
  text !== undefined && TRACE_ID.test(text) && !NO_TRACE.test(text) ? text : undefined;

export const currentTrace = (): TraceContext | undefined => current.getStore();

export interface TracedWork {
  /** Without one, a new id begins. */
  readonly traceId?: string | undefined;
  /** Without one, it is the function that works already. */
  readonly functionName?: string | undefined;
}

/** Does the work, in which every log line has the id. */
export function inTrace<Answer>({ traceId, functionName }: TracedWork, work: () => Answer): Answer {
  const name = functionName ?? current.getStore()?.functionName;
  const context = { traceId: traceId ?? newTraceId(), functionName: name, acceptedIds: [], recordName: undefined };
  return current.run(context, work);
}

/** From here on, what is done belongs to another trace: that of a notification which was only now read. Without an id, nothing changes. */
export function continueTrace(traceId: string | undefined): void {
  const context = current.getStore();
  if (context !== undefined && traceId !== undefined) context.traceId = traceId;
}

/** So that the line of a request leads to what it has made, before anything is done with that. */
export const noteAccepted = (id: string): void => void current.getStore()?.acceptedIds.push(id);

/** For the log of activity, from a use case that has read the record: neither request nor answer names it. */
export function noteRecordName(name: string): void {
  const context = current.getStore();
  if (context !== undefined) context.recordName = name;
}
