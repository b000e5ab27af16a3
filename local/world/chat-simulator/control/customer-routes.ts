import { DEMO_NUMBER } from "../demo-number.ts";
import { inboundValue } from "../events/inbound-value.ts";
import { providerEnvelope } from "../events/provider-envelope.ts";
import { queueEvent } from "../events/queue-event.ts";
import { BadRequestError, type Call, jsonReply, type Reply } from "../http/reply.ts";
import type { StoredNumber } from "../number-store.ts";
import { digitsOf, newWamid, userIdOf } from "../provider-ids.ts";
import type { Simulator } from "../simulator.ts";
import { type CustomerMessage, customerMessage, metaMessage } from "./customer-message.ts";
import { parseBody } from "./parse-body.ts";

/** Answers `POST /api/customers/{phone}/messages`, with which a customer writes. */
export function writeIn(simulator: Simulator, call: Call, phone: string): Reply {
  const customer = digitsOf(phone);
  if (!/^\+?[\d\s().-]+$/.test(phone.trim()) || !/^[1-9]\d{4,14}$/.test(customer)) {
    throw new BadRequestError("the customer must be a phone number with country code");
  }
  const given = parseBody(customerMessage, call);
  const number = simulator.numbers.byOriginationId(given.account_phone_id ?? DEMO_NUMBER.origination_phone_number_id);
  if (!number) throw new BadRequestError("account_phone_id: no such number is linked");
  const sentAtMs = given.timestamp === undefined ? Date.now() : given.timestamp * 1000;
  const message = metaMessage(simulator, number, { given, sentAtMs });
  const wamid = newWamid(customer);
  simulator.db.transaction(() => receive(simulator, number, { given, customer, message, sentAtMs, wamid }));
  simulator.publisher.wake();
  simulator.changes.announce();
  return jsonReply(201, { wamid });
}

interface Received {
  readonly given: CustomerMessage;
  readonly customer: string;
  readonly message: Record<string, unknown>;
  readonly sentAtMs: number;
  readonly wamid: string;
}

/** Stores the customer's message, opens the service window and queues the event, all in one transaction. */
function receive(
  simulator: Simulator,
  number: StoredNumber,
  { given, customer, message, sentAtMs, wamid }: Received,
): void {
  const userId = given.user_id ?? userIdOf(customer);
  const profileName = given.profile_name ?? "";
  const phoneNumberId = number.origination_phone_number_id;
  simulator.inbound.add({ wamid, phoneNumberId, customer, userId, profileName, message, sentAtMs });
  if (message.type !== "system") simulator.inbound.openWindow(phoneNumberId, [customer, userId], sentAtMs);
  const event = {
    wamid,
    sentAtMs,
    userId,
    profileName,
    message,
    customer: given.without_phone ? undefined : customer,
  };
  const envelope = providerEnvelope(simulator.place, number, {
    field: "messages",
    valueJson: inboundValue(number, event),
    isOfNumber: true,
  });
  queueEvent(
    simulator,
    { lane: `${phoneNumberId} ${customer}`, message: envelope, dueAtMs: Date.now() },
    given.duplicate,
  );
}
