import { type EmailTemplate, revised, type TemplateWrite } from "../../shared/email/domain/email-template.ts";
import type { EmailTemplateStore } from "../../shared/email/ports.ts";
import { refuseOtherRevision } from "../../shared/kernel/revision.ts";

/** The limit in bytes for all templates of one owner. */
const MAX_BYTES = 6_000_000;
const MAX_COUNT = 1000;
const MAX_VERSIONS = 50;
/** Counts the bytes of a template inside a JSON text inside another, without its owner, and with options only if it has any. */
function bytesOf({ owner: _, restoredUnder: _unseen, revision: _revision, ...template }: EmailTemplate): number {
  const { showsOptions, alias, isStrict, escaping, version, ...shown } = template;
  const options = showsOptions ? { alias, isStrict, escaping, version } : {};
  return Buffer.byteLength(JSON.stringify(JSON.stringify({ ...shown, ...options })));
}
const written = (template: TemplateWrite): EmailTemplate => ({ ...template, revision: crypto.randomUUID() });
const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/email-template-store.test.ts). */
export function inMemoryEmailTemplateStore(templates: readonly EmailTemplate[] = []): EmailTemplateStore {
  /** Maps each template to all its versions, newest first. */
  const rows = new Map(templates.map((one) => [keyOf(one.owner, one.id), [one]]));
  const own = (owner: string) =>
    [...rows.values()]
      .flatMap(([present]) => (present?.owner === owner ? [present] : []))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const others = ({ owner, id }: { owner: string; id: string }) => own(owner).filter((one) => one.id !== id);
  const unsaved = (template: EmailTemplate) => {
    const all = [...others(template), template];
    const bytes = all.reduce((sum, one) => sum + bytesOf(one), 0);
    if (others(template).some(({ alias }) => alias !== undefined && alias === template.alias)) return "taken";
    return bytes <= MAX_BYTES && all.length <= MAX_COUNT ? undefined : "full";
  };
  const get = async (owner: string, id: string) => rows.get(keyOf(owner, id))?.[0];
  return {
    async page(owner, limit, after = "") {
      const rest = own(owner).filter(({ id }) => id > after);
      const page = rest.slice(0, limit);
      const next = rest.length > limit ? page.at(-1)?.id : undefined;
      return { templates: page, ...(next && { next }) };
    },
    get,
    findByAlias: async (owner, alias) => own(owner).find((one) => one.alias === alias),
    version: async ({ owner, id, version: present }, version) =>
      rows.get(keyOf(owner, id))?.find((one) => one.version === version && version < present),
    async versions(owner, id, limit, before = Number.POSITIVE_INFINITY) {
      const all = rows.get(keyOf(owner, id))?.filter(({ version }) => version < before);
      const page = all?.slice(0, limit) ?? [];
      const next = all !== undefined && all.length > limit ? page.at(-1)?.version : undefined;
      return all && { templates: page, ...(next && { next: String(next) }) };
    },
    async create(template) {
      const key = keyOf(template.owner, template.id);
      if (rows.has(key)) throw new Error("a template of this id exists already");
      const made = written(template);
      const why = unsaved(made);
      if (why === undefined) rows.set(key, [made]);
      return why ?? made;
    },
    async replace(revision, expected) {
      const key = keyOf(revision.owner, revision.id);
      const versions = rows.get(key) ?? [];
      const [stored] = versions;
      if (stored === undefined) return "gone";
      refuseOtherRevision(expected, stored.revision);
      const template = written(revised(stored, revision));
      const why = unsaved(template);
      if (why === undefined) rows.set(key, [template, ...versions].slice(0, MAX_VERSIONS));
      return why ?? template;
    },
    async remove(owner, id, expected) {
      const [stored] = rows.get(keyOf(owner, id)) ?? [];
      if (stored) refuseOtherRevision(expected, stored.revision);
      return rows.delete(keyOf(owner, id));
    },
  };
}
