import * as z from "zod";
import type { ChatDatabase } from "./database.ts";

/** The statuses that an event can give a sent message (W2.3). */
export const STATUSES = ["accepted", "sent", "delivered", "read", "played", "failed", "deleted", "warning"] as const;
export const statusName = z.enum(STATUSES);
export type StatusName = z.infer<typeof statusName>;

const MAX_DELAY_MS = 600_000;

/** Configures how the provider behaves (`PUT /api/behaviour`). Absent fields have their defaults. */
export const behaviourRequest = z.strictObject({
  auto_status: z.array(statusName).max(10).default(["sent", "delivered", "read"]),
  delay_ms: z.number().min(0).max(MAX_DELAY_MS).default(0),
  duplicate: z.boolean().default(false),
  shuffle: z.boolean().default(false),
  early_status: z.boolean().default(false),
  omit_callback_data: z.boolean().default(false),
  /**
   * The real platform refuses a body that begins or ends with a variable. Our specification allows it (T2), so the
   * check is off by default.
   */
  strict_templates: z.boolean().default(false),
});

export type Behaviour = z.output<typeof behaviourRequest>;

/** Stores the behaviour that was set last, across restarts. */
export class BehaviourStore {
  readonly #db: ChatDatabase;
  #current: Behaviour;

  constructor(db: ChatDatabase) {
    this.#db = db;
    const row = db.connection.prepare("SELECT value FROM setting WHERE name = 'behaviour'").get();
    const stored = behaviourRequest.safeParse(row ? JSON.parse(String(row.value)) : {});
    this.#current = stored.data ?? behaviourRequest.parse({});
  }

  get current(): Behaviour {
    return this.#current;
  }

  set(behaviour: Behaviour): void {
    this.#db.connection
      .prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('behaviour', ?)")
      .run(JSON.stringify(behaviour));
    this.#current = behaviour;
  }
}
