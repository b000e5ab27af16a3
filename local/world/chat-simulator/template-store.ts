import * as z from "zod";
import type { ChatDatabase } from "./database.ts";
import { newTemplateId } from "./provider-ids.ts";
import { type TemplateDefinition, templateDefinition } from "./rules/template-definition.ts";

const templateRow = z.object({
  seq: z.number(),
  id: z.string(),
  waba: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  quality: z.string(),
  definition: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(templateDefinition),
  review_at_ms: z.number().nullable(),
});

export type StoredTemplate = z.infer<typeof templateRow>;

/** Stores message templates of linked business accounts. `waba` is the `waba-…` id. */
export class TemplateStore {
  readonly #db: ChatDatabase;

  constructor(db: ChatDatabase) {
    this.#db = db;
  }

  add(waba: string, definition: TemplateDefinition, reviewAtMs: number): StoredTemplate | undefined {
    const { name, language, category } = definition;
    if (this.byName(waba, name, language)) return undefined;
    const id = newTemplateId();
    this.#db.connection
      .prepare(
        `INSERT INTO template (id, waba, name, language, category, status, quality, definition, review_at_ms)
         VALUES (?, ?, ?, ?, ?, 'PENDING', 'UNKNOWN', ?, ?)`,
      )
      .run(id, waba, name, language, category, JSON.stringify(definition), reviewAtMs);
    return this.byId(id);
  }

  /** Changes the given fields. `review_at_ms: null` ends a review. */
  update(
    id: string,
    change: Partial<Pick<StoredTemplate, "category" | "status" | "quality" | "definition" | "review_at_ms">>,
  ): void {
    const current = this.byId(id);
    if (!current) return;
    const { category, status, quality, definition, review_at_ms } = { ...current, ...change };
    this.#db.connection
      .prepare(
        "UPDATE template SET category = ?, status = ?, quality = ?, definition = ?, review_at_ms = ? WHERE id = ?",
      )
      .run(category, status, quality, JSON.stringify(definition), review_at_ms, id);
  }

  byId(id: string): StoredTemplate | undefined {
    const row = this.#db.connection.prepare("SELECT * FROM template WHERE id = ?").get(id);
    return row && templateRow.parse(row);
  }

  byName(waba: string, name: string, language: string): StoredTemplate | undefined {
    const row = this.#db.connection
      .prepare("SELECT * FROM template WHERE waba = ? AND name = ? AND language = ?")
      .get(waba, name, language);
    return row && templateRow.parse(row);
  }

  /** Returns templates in order of creation, after `afterSeq`. */
  list(waba: string, { afterSeq = 0, limit = 10_000 }: { afterSeq?: number; limit?: number } = {}): StoredTemplate[] {
    const rows = this.#db.connection
      .prepare("SELECT * FROM template WHERE waba = ? AND seq > ? ORDER BY seq LIMIT ?")
      .all(waba, afterSeq, limit);
    return rows.map((row) => templateRow.parse(row));
  }

  remove(id: string): void {
    this.#db.connection.prepare("DELETE FROM template WHERE id = ?").run(id);
  }

  /** Returns templates whose review is over by `nowMs`. */
  reviewed(nowMs: number): StoredTemplate[] {
    const rows = this.#db.connection
      .prepare("SELECT * FROM template WHERE review_at_ms <= ? ORDER BY review_at_ms, seq LIMIT 100")
      .all(nowMs);
    return rows.map((row) => templateRow.parse(row));
  }

  nextReviewAtMs(): number | undefined {
    const row = this.#db.connection.prepare("SELECT min(review_at_ms) AS next FROM template").get();
    return typeof row?.next === "number" ? row.next : undefined;
  }
}
