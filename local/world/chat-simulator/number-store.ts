import * as z from "zod";
import type { ChatDatabase } from "./database.ts";
import { DEMO_NUMBER, type LinkedNumber } from "./demo-number.ts";

const numberRow = z.object({
  business_account_id: z.string(),
  origination_phone_number_id: z.string(),
  provider_business_account_id: z.string(),
  provider_phone_number_id: z.string(),
  display_phone_number: z.string(),
  linked_at_ms: z.number(),
});

export type StoredNumber = z.infer<typeof numberRow>;

/** Stores the linked numbers, which always include the demo number. */
export class NumberStore {
  readonly #db: ChatDatabase;

  constructor(db: ChatDatabase) {
    this.#db = db;
    this.link(DEMO_NUMBER);
  }

  /** Links a number or changes its data. Returns `taken` if another number has its provider id. */
  link(number: LinkedNumber): "linked" | "taken" {
    const holder = this.byProviderId(number.provider_phone_number_id);
    if (holder && holder.origination_phone_number_id !== number.origination_phone_number_id) return "taken";
    this.#db.connection
      .prepare(
        `INSERT INTO number VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (origination_phone_number_id) DO UPDATE SET
           business_account_id = excluded.business_account_id, provider_business_account_id = excluded.provider_business_account_id,
           provider_phone_number_id = excluded.provider_phone_number_id, display_phone_number = excluded.display_phone_number`,
      )
      .run(
        number.origination_phone_number_id,
        number.business_account_id,
        number.provider_business_account_id,
        number.provider_phone_number_id,
        number.display_phone_number,
        Date.now(),
      );
    return "linked";
  }

  /** Finds a number by `phone-number-id-…` or by its ARN. */
  byOriginationId(id: string): StoredNumber | undefined {
    return this.#one("origination_phone_number_id", plainId(id));
  }

  byProviderId(id: string): StoredNumber | undefined {
    return this.#one("provider_phone_number_id", id);
  }

  /** Returns the numbers of a business account, named by `waba-…` or by its ARN. */
  ofBusinessAccount(id: string): StoredNumber[] {
    return this.all().filter(({ business_account_id }) => business_account_id === plainId(id));
  }

  all(): StoredNumber[] {
    const rows = this.#db.connection.prepare("SELECT * FROM number ORDER BY linked_at_ms, rowid LIMIT 1000").all();
    return rows.map((row) => numberRow.parse(row));
  }

  #one(column: "origination_phone_number_id" | "provider_phone_number_id", id: string): StoredNumber | undefined {
    const row = this.#db.connection.prepare(`SELECT * FROM number WHERE ${column} = ?`).get(id);
    return row && numberRow.parse(row);
  }
}

/** Turns `arn:…:waba/x` into `waba-x` (W1.3). */
export function plainId(id: string): string {
  return /^arn:.*:(?:phone-number-id|waba)\/[0-9a-zA-Z]+$/.test(id)
    ? id.slice(id.lastIndexOf(":") + 1).replace("/", "-")
    : id;
}
