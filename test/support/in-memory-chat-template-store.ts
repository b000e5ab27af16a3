import type { ChatTemplate } from "../../shared/chat/domain/templates/chat-template.ts";
import { slotsOf, TEMPLATE_SLOTS } from "../../shared/chat/domain/templates/template-slots.ts";
import type {
  ChatTemplateStore,
  TemplatePlace,
  UnfinishedCreation,
} from "../../shared/chat/ports/chat-template-store.ts";

const MAX_LISTED = 1000;
const MAX_UNFINISHED = 100;
const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);
const placeOf = ({ chatAccountId, name, language }: TemplatePlace) => JSON.stringify([chatAccountId, name, language]);

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/chat-template-store.test.ts). */
export function inMemoryChatTemplateStore(seed: readonly ChatTemplate[] = []): ChatTemplateStore {
  const rows = new Map(seed.map((one) => [keyOf(one.owner, one.id), one]));
  const pointers = new Map(seed.map((one) => [one.providerTemplateId, keyOf(one.owner, one.id)]));
  const unfinished = new Map<string, UnfinishedCreation>();
  const byProviderId = (id: string) => rows.get(pointers.get(id) ?? "");
  const of = (owner: string) => [...rows.values()].filter((one) => one.owner === owner);
  const hasRoomFor = (owner: string, template: Pick<ChatTemplate, "definition" | "parameters">) =>
    [...of(owner).filter((one) => !one.isDisabled), template].reduce((sum, one) => sum + slotsOf(one), 0) <=
    TEMPLATE_SLOTS;
  return {
    list: async (owner) =>
      of(owner)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .filter((one, i) => i < MAX_LISTED || !one.isDisabled)
        .reverse(),
    get: async (owner, id) => rows.get(keyOf(owner, id)),
    async add(template) {
      const { owner, id, chatAccountId, providerTemplateId, definition } = template;
      if (rows.has(keyOf(owner, id))) throw new Error("a chat template of this id exists already");
      if (pointers.has(providerTemplateId)) return "taken";
      if (!hasRoomFor(owner, template)) return "full";
      rows.set(keyOf(owner, id), template);
      pointers.set(providerTemplateId, keyOf(owner, id));
      unfinished.delete(placeOf({ chatAccountId, ...definition }));
      return "added";
    },
    hasRoomFor: async (owner, template) => hasRoomFor(owner, template),
    async change(owner, id, { category, ...change }, atMs) {
      const row = rows.get(keyOf(owner, id));
      if (row === undefined) return undefined;
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const definition = category === undefined ? row.definition : { ...row.definition, category };
      const changed: ChatTemplate = { ...row, ...given, definition, updatedAt: new Date(atMs).toISOString() };
      rows.set(keyOf(owner, id), changed);
      return changed;
    },
    findByProviderId: async (id) => byProviderId(id),
    async freeProviderId(id) {
      const isFree = byProviderId(id)?.isDisabled !== false;
      if (isFree) pointers.delete(id);
      return isFree;
    },
    begin: async (creation) => void unfinished.set(placeOf(creation), creation),
    abandon: async (place) => void unfinished.delete(placeOf(place)),
    findUnfinished: async (place) => unfinished.get(placeOf(place)),
    listUnfinished: async (accountId) =>
      [...unfinished.values()].filter((one) => one.chatAccountId === accountId).slice(0, MAX_UNFINISHED),
  };
}
