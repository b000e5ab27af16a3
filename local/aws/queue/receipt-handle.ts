import { createHmac, timingSafeEqual } from "node:crypto";
import { receiptHandleIsInvalid } from "./sqs-error.ts";

/** The receive that a handle stands for. `receive` is the message's receive count at that time. */
export interface Receipt {
  readonly seq: number;
  readonly receive: number;
}

const HANDLE = /^(\d{1,15})\.(\d{1,15})\.([\w-]{22})$/;

/** A handle contains a signature. An invented one, or one of another queue, is refused as SQS would refuse it. */
export function receiptHandle(secret: string, queue: string, { seq, receive }: Receipt): string {
  const text = `${seq}.${receive}`;
  const signature = createHmac("sha256", secret).update(`${queue} ${text}`).digest("base64url").slice(0, 22);
  return Buffer.from(`${text}.${signature}`).toString("base64");
}

/** Throws ReceiptHandleIsInvalid. */
export function readReceiptHandle(secret: string, queue: string, handle: string): Receipt {
  const parts = HANDLE.exec(Buffer.from(handle, "base64").toString("latin1"));
  if (!parts) throw receiptHandleIsInvalid();
  const receipt = { seq: Number(parts[1]), receive: Number(parts[2]) };
  const expected = Buffer.from(receiptHandle(secret, queue, receipt));
  const given = Buffer.from(handle);
  if (expected.length === given.length && timingSafeEqual(expected, given)) return receipt;
  throw receiptHandleIsInvalid();
}
