import * as z from "zod";
import type { ChatDatabase } from "./database.ts";
import { canonicalPhone } from "./provider-ids.ts";

const inboundRow = z.object({
  id: z.number(),
  wamid: z.string(),
  origination_phone_number_id: z.string(),
  customer: z.string(),
  user_id: z.string(),
  profile_name: z.string(),
  message: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.string(), z.unknown())),
  sent_at_ms: z.number(),
  is_read: z.number().transform(Boolean),
});

export type InboundMessage = z.infer<typeof inboundRow>;

export interface NewInbound {
  readonly wamid: string;
  readonly phoneNumberId: string;
  readonly customer: string;
  readonly userId: string;
  readonly profileName: string;
  readonly message: Record<string, unknown>;
  readonly sentAtMs: number;
}

const WINDOW_MS = 24 * 3_600_000;

/** Stores messages of customers and the windows that they opened. */
export class InboundStore {
  readonly #db: ChatDatabase;

  constructor(db: ChatDatabase) {
    this.#db = db;
  }

  add({ wamid, phoneNumberId, customer, userId, profileName, message, sentAtMs }: NewInbound): void {
    this.#db.connection
      .prepare(
        `INSERT INTO inbound (wamid, origination_phone_number_id, customer, user_id, profile_name, message, sent_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(wamid, phoneNumberId, customer, userId, profileName, JSON.stringify(message), sentAtMs);
  }

  /** A system message was not written by the customer and must not open a window (W2.5). */
  openWindow(phoneNumberId: string, customers: readonly string[], sentAtMs: number): void {
    const statement = this.#db.connection.prepare(
      `INSERT INTO service_window VALUES (?, ?, ?)
       ON CONFLICT (origination_phone_number_id, customer) DO UPDATE SET last_ms = max(last_ms, excluded.last_ms)`,
    );
    for (const customer of customers) statement.run(phoneNumberId, canonicalPhone(customer), sentAtMs);
  }

  isWindowOpen(phoneNumberId: string, customer: string): boolean {
    const row = this.#db.connection
      .prepare("SELECT last_ms FROM service_window WHERE origination_phone_number_id = ? AND customer = ?")
      .get(phoneNumberId, canonicalPhone(customer));
    return row !== undefined && Number(row.last_ms) + WINDOW_MS > Date.now();
  }

  find(wamid: string): InboundMessage | undefined {
    const row = this.#db.connection.prepare("SELECT * FROM inbound WHERE wamid = ?").get(wamid);
    return row && inboundRow.parse(row);
  }

  markRead(wamid: string): void {
    this.#db.connection.prepare("UPDATE inbound SET is_read = 1 WHERE wamid = ?").run(wamid);
  }

  /** Returns the newest `limit` messages of a customer, oldest first. */
  list(customer: string, limit: number): InboundMessage[] {
    const rows = this.#db.connection
      .prepare("SELECT * FROM inbound WHERE customer = ?1 OR user_id = ?1 ORDER BY id DESC LIMIT ?2")
      .all(customer, limit);
    return rows.map((row) => inboundRow.parse(row)).reverse();
  }
}
