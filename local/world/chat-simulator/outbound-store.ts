import * as z from "zod";
import type { StatusName } from "./behaviour.ts";
import type { ChatDatabase } from "./database.ts";

const json = z.string().transform((text): unknown => JSON.parse(text));
const outboundRow = z.object({
  id: z.number(),
  message_id: z.string(),
  wamid: z.string(),
  origination_phone_number_id: z.string(),
  customer: z.string(),
  message: json.pipe(z.record(z.string(), z.unknown())),
  received_at_ms: z.number(),
});
const statusRow = z.object({
  outbound_id: z.number(),
  status: z.string(),
  at_ms: z.number(),
  errors: z.union([z.null(), json]),
});

export type OutboundMessage = z.infer<typeof outboundRow>;
export type StoredStatus = z.infer<typeof statusRow>;

export interface NewOutbound {
  readonly messageId: string;
  readonly wamid: string;
  readonly phoneNumberId: string;
  /** The customer's number in digits, or a business-scoped id. */
  readonly customer: string;
  readonly message: Record<string, unknown>;
}

const KEPT_MESSAGES = 100_000;

/** Stores the messages that were sent through the AWS API, with their statuses. */
export class OutboundStore {
  readonly #db: ChatDatabase;

  constructor(db: ChatDatabase) {
    this.#db = db;
    const newest = "(SELECT max(id) FROM outbound)";
    db.connection.exec(`DELETE FROM status WHERE outbound_id <= ${newest} - ${KEPT_MESSAGES};
      DELETE FROM outbound WHERE id <= ${newest} - ${KEPT_MESSAGES};`);
  }

  add({ messageId, wamid, phoneNumberId, customer, message }: NewOutbound): OutboundMessage {
    const receivedAtMs = Date.now();
    const { lastInsertRowid } = this.#db.connection
      .prepare(
        `INSERT INTO outbound (message_id, wamid, origination_phone_number_id, customer, message, received_at_ms)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(messageId, wamid, phoneNumberId, customer, JSON.stringify(message), receivedAtMs);
    return {
      id: Number(lastInsertRowid),
      message_id: messageId,
      wamid,
      origination_phone_number_id: phoneNumberId,
      customer,
      message,
      received_at_ms: receivedAtMs,
    };
  }

  /** `atMs` may be in the future: the status then appears at that time. */
  addStatus(
    outboundId: number,
    { status, atMs, errors }: { status: StatusName; atMs: number; errors?: unknown },
  ): void {
    this.#db.connection
      .prepare("INSERT INTO status (outbound_id, status, at_ms, errors) VALUES (?, ?, ?, ?)")
      .run(outboundId, status, atMs, errors === undefined ? null : JSON.stringify(errors));
  }

  /** Finds a message by the simulator's id, the AWS message id or the wamid. */
  find(id: string): OutboundMessage | undefined {
    const row = this.#db.connection
      .prepare("SELECT * FROM outbound WHERE message_id = ?1 OR wamid = ?1 OR id = ?2")
      .get(id, /^\d{1,15}$/.test(id) ? Number(id) : -1);
    return row && outboundRow.parse(row);
  }

  /** Returns the newest `limit` messages, oldest first. */
  list({ customer, limit }: { customer?: string | undefined; limit: number }): OutboundMessage[] {
    const rows = this.#db.connection
      .prepare("SELECT * FROM outbound WHERE ?1 IS NULL OR customer = ?1 ORDER BY id DESC LIMIT ?2")
      .all(customer ?? null, limit);
    return rows.map((row) => outboundRow.parse(row)).reverse();
  }

  /** Returns the statuses of a message that are published by now, in order of time. */
  statusesOf(outboundId: number): StoredStatus[] {
    const rows = this.#db.connection
      .prepare("SELECT * FROM status WHERE outbound_id = ? AND at_ms <= ? ORDER BY at_ms, seq LIMIT 1000")
      .all(outboundId, Date.now());
    return rows.map((row) => statusRow.parse(row));
  }
}
