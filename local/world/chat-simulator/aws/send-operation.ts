import { randomUUID } from "node:crypto";
import * as z from "zod";
import { queueAutomaticStatuses } from "../events/publish-status.ts";
import type { StoredNumber } from "../number-store.ts";
import { newWamid } from "../provider-ids.ts";
import { type MessageShape, messageShape } from "../rules/message-shape.ts";
import { customerOf, providerFailure } from "../rules/provider-verdict.ts";
import type { Simulator } from "../simulator.ts";
import { invalid, notFound } from "./aws-error.ts";
import { blob, parseInput, phoneNumberId } from "./fields.ts";

const MAX_MESSAGE_BYTES = 2_048_000;
const EARLY_WAIT_MS = 2000;

const sendInput = z.object({
  originationPhoneNumberId: phoneNumberId,
  message: blob(MAX_MESSAGE_BYTES),
  metaApiVersion: z.string().regex(/^v\d+(\.\d+)?$/),
});

/**
 * Answers SendWhatsAppMessage. 200 only means "submitted"; nearly everything that the provider refuses comes later as
 * an event.
 */
export async function sendWhatsAppMessage(simulator: Simulator, input: unknown): Promise<{ messageId: string }> {
  const { originationPhoneNumberId, message } = parseInput(sendInput, input);
  const number = linkedNumber(simulator, originationPhoneNumberId);
  const value = jsonObject(message);
  const shape = messageShape(value);
  if (shape.kind === "malformed") throw invalid(shape.why);
  if (shape.kind === "read") {
    simulator.inbound.markRead(shape.wamid);
    simulator.changes.announce();
    return { messageId: randomUUID() };
  }
  const { messageId, first } = accept(simulator, number, { shape, value });
  simulator.changes.announce();
  simulator.publisher.wake();
  if (simulator.behaviour.current.early_status && first !== undefined) {
    await simulator.publisher.tried(first, EARLY_WAIT_MS);
  }
  return { messageId };
}

/** Stores the message and plans its statuses in one transaction, so that a crash after the answer loses neither. */
function accept(
  simulator: Simulator,
  number: StoredNumber,
  { shape, value }: { shape: Extract<MessageShape, { kind: "message" }>; value: Record<string, unknown> },
): { messageId: string; first: number | undefined } {
  const customer = customerOf(shape.message);
  return simulator.db.transaction(() => {
    const message = simulator.outbound.add({
      messageId: randomUUID(),
      wamid: newWamid(customer),
      phoneNumberId: number.origination_phone_number_id,
      customer,
      message: value,
    });
    const failure = providerFailure(simulator, number, shape);
    const [first] = queueAutomaticStatuses(simulator, number, { message, failure });
    return { messageId: message.message_id, first };
  });
}

export function linkedNumber({ numbers }: Simulator, originationPhoneNumberId: string): StoredNumber {
  const number = numbers.byOriginationId(originationPhoneNumberId);
  if (!number) throw notFound(`Phone number ${originationPhoneNumberId} was not found`);
  return number;
}

/** Throws AwsError if the bytes are not a JSON object. */
export function jsonObject(bytes: Buffer): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw invalid("The message is not a JSON object");
  }
}
