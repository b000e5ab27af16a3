import type { EmailTemplate } from "../../shared/domain/email-template.ts";
import type { EmailTemplateStore } from "../../shared/ports/email-template-store.ts";

const MAX_LISTED = 1000;
const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);

/** Passes test/contract/ports/email-template-store.test.ts beside the DynamoDB store. */
export function inMemoryEmailTemplateStore(templates: readonly EmailTemplate[] = []): EmailTemplateStore {
  const rows = new Map(templates.map((one) => [keyOf(one.owner, one.id), one]));
  return {
    list: async (owner) =>
      [...rows.values()]
        .filter((one) => one.owner === owner)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, MAX_LISTED),
    get: async (owner, id) => rows.get(keyOf(owner, id)),
    async create(template) {
      const key = keyOf(template.owner, template.id);
      if (rows.has(key)) throw new Error("a template of this id exists already");
      rows.set(key, template);
    },
    async replace(template) {
      const key = keyOf(template.owner, template.id);
      const isThere = rows.has(key);
      if (isThere) rows.set(key, template);
      return isThere;
    },
    remove: async (owner, id) => rows.delete(keyOf(owner, id)),
  };
}
