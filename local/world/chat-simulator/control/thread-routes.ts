import * as z from "zod";
import { BadRequestError, type Call, jsonReply, type Reply, TAKEN_OVER } from "../http/reply.ts";
import type { InboundMessage } from "../inbound-store.ts";
import type { Simulator } from "../simulator.ts";
import { customerNamed, messageView } from "./message-routes.ts";

const MAX_CUSTOMERS = 500;
const MAX_THREAD = 500;

const storedMessage = z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
const customerRow = z.object({
  customer: z.string(),
  at_ms: z.number(),
  profile_name: z.string().nullable(),
  message: storedMessage,
});

/** Answers `GET /api/customers` with everybody who has a thread, latest first. */
export function listCustomers({ db }: Simulator): Reply {
  const rows = db.connection
    .prepare(
      // Beside max(), SQLite takes the other columns from the row that has the maximum.
      `SELECT customer, max(at_ms) AS at_ms, message,
         (SELECT profile_name FROM inbound WHERE inbound.customer = everybody.customer ORDER BY id DESC LIMIT 1) AS profile_name
       FROM (SELECT customer, max(received_at_ms) AS at_ms, message FROM outbound GROUP BY customer
             UNION ALL SELECT customer, max(sent_at_ms), message FROM inbound GROUP BY customer) AS everybody
       GROUP BY customer ORDER BY at_ms DESC LIMIT ?`,
    )
    .all(MAX_CUSTOMERS);
  const customers = rows.map((row) => customerRow.parse(row));
  return jsonReply(200, {
    customers: customers.map(({ customer, at_ms, profile_name, message }) => ({
      customer,
      profile_name: profile_name ?? "",
      updated_at: new Date(at_ms).toISOString(),
      last_message: message,
    })),
  });
}

/** Answers `GET /api/customers/{phone}/messages` with both directions of a thread, oldest first. */
export function showThread(simulator: Simulator, _call: Call, phone: string): Reply {
  const customer = customerNamed(phone);
  if (customer === "") throw new BadRequestError("the customer must be a phone number");
  const sent = simulator.outbound.list({ customer, limit: MAX_THREAD });
  const received = simulator.inbound.list(customer, MAX_THREAD);
  const entries = [
    ...sent.map((message) => ({ atMs: message.received_at_ms, view: outboundEntry(simulator, message) })),
    ...received.map((message) => ({ atMs: message.sent_at_ms, view: inboundEntry(message) })),
  ];
  entries.sort((a, b) => a.atMs - b.atMs);
  return jsonReply(200, { messages: entries.slice(-MAX_THREAD).map(({ view }) => view) });
}

function outboundEntry(simulator: Simulator, message: Parameters<typeof messageView>[1]) {
  const { received_at, ...view } = messageView(simulator, message);
  return { direction: "to customer", at: received_at, ...view };
}

function inboundEntry({ wamid, origination_phone_number_id, message, sent_at_ms, is_read }: InboundMessage) {
  const statuses = is_read ? [{ status: "read" }] : [];
  const at = new Date(sent_at_ms).toISOString();
  return { direction: "from customer", at, wamid, origination_phone_number_id, message, statuses };
}

/** Answers `GET /api/events`, a stream that tells when there is something new. */
export function followChanges({ changes }: Simulator, { response }: Call): typeof TAKEN_OVER {
  if (!changes.attach(response)) throw new BadRequestError("too many listeners", 503);
  return TAKEN_OVER;
}
