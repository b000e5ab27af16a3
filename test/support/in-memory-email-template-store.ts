import type { EmailTemplate } from "../../shared/email/domain/email-template.ts";
import type { EmailTemplateStore } from "../../shared/email/ports.ts";

/** Of one owner. */
const MAX_BYTES = 6_000_000;
const MAX_COUNT = 1000;
/** In an answer that is a text in a text: without the owner, whom nobody is shown. */
const bytesOf = ({ owner: _, ...shown }: EmailTemplate): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(shown)));
const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);

/** Passes test/contract/ports/email-template-store.test.ts beside the DynamoDB store. */
export function inMemoryEmailTemplateStore(templates: readonly EmailTemplate[] = []): EmailTemplateStore {
  const rows = new Map(templates.map((one) => [keyOf(one.owner, one.id), one]));
  const own = (owner: string) =>
    [...rows.values()].filter((one) => one.owner === owner).sort((a, b) => (a.id < b.id ? -1 : 1));
  const fits = (template: EmailTemplate) => {
    const all = [...own(template.owner).filter(({ id }) => id !== template.id), template];
    const bytes = all.reduce((sum, one) => sum + bytesOf(one), 0);
    return bytes <= MAX_BYTES && all.length <= MAX_COUNT;
  };
  return {
    async page(owner, limit, after = "") {
      const rest = own(owner).filter(({ id }) => id > after);
      const page = rest.slice(0, limit);
      const next = rest.length > limit ? page.at(-1)?.id : undefined;
      return { templates: page, ...(next && { next }) };
    },
    get: async (owner, id) => rows.get(keyOf(owner, id)),
    async create(template) {
      const key = keyOf(template.owner, template.id);
      if (rows.has(key)) throw new Error("a template of this id exists already");
      if (!fits(template)) return "full";
      rows.set(key, template);
      return "saved";
    },
    async replace(template) {
      const key = keyOf(template.owner, template.id);
      if (!rows.has(key)) return "gone";
      if (!fits(template)) return "full";
      rows.set(key, template);
      return "saved";
    },
    remove: async (owner, id) => rows.delete(keyOf(owner, id)),
  };
}
