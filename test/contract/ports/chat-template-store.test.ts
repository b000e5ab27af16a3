import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import type { ChatTemplate } from "../../../shared/chat/domain/templates/chat-template.ts";
import { shownTemplates, slotsOf, TEMPLATE_SLOTS } from "../../../shared/chat/domain/templates/template-slots.ts";
import { DynamoBookmarks } from "../../../shared/chat/dynamo/bookmarks.ts";
import { templateKey } from "../../../shared/chat/dynamo/chat-template-item.ts";
import { DynamoChatTemplateStore } from "../../../shared/chat/dynamo/chat-template-store.ts";
import type { ChatTemplateStore } from "../../../shared/chat/ports/chat-template-store.ts";
import { answerBytes, MAX_PAYLOAD_BYTES } from "../../../shared/kernel/answer-size.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatTemplate } from "../../support/chat-builders.ts";
import { inMemoryChatTemplateStore } from "../../support/in-memory-chat-template-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const AT_MS = Date.parse("2026-11-22T08:00:00.000Z");
const AT = "2026-11-22T08:00:00.000Z";
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

const everyPart: Partial<ChatTemplate> = {
  definition: {
    name: "everything",
    language: "es_MX",
    category: "MARKETING",
    header: { type: "image", mediaHandle: "4::aW1hZ2U=" },
    body: { text: "Hola {{1}}, adiós.", examples: ["Ana"] },
    footer: { text: "ACME" },
    buttons: [
      { type: "quick_reply", text: "Sí" },
      { type: "dynamic_url", text: "Ver", url: "https://a.example/{{1}}", example: "x" },
    ],
  },
  rejectedReason: "INVALID_FORMAT",
};

/** Tests the promises that every ChatTemplateStore keeps. */
function chatTemplateStoreContract(name: string, open: () => ChatTemplateStore): void {
  describe(`ChatTemplateStore: ${name}`, () => {
    it("answers a template as it was added, whatever its parts", async () => {
      const store = open();
      for (const template of [aChatTemplate(), aChatTemplate(everyPart)]) {
        expect(await store.add(template)).toBe("added");
        expect(await store.get(template.owner, template.id)).toEqual(template);
        expect(await store.findByProviderId(template.providerTemplateId)).toEqual(template);
      }
    });

    it("gives the platform's id of a deleted template to another one, and that of a living one to none", async () => {
      const store = open();
      const first = aChatTemplate();
      const { owner, providerTemplateId } = first;
      expect(await store.freeProviderId(providerTemplateId)).toBe(true);
      await store.add(first);
      expect(await store.freeProviderId(providerTemplateId)).toBe(false);
      const second = { ...first, id: crypto.randomUUID() };
      expect(await store.add(second)).toBe("taken");
      await store.change(owner, first.id, { remoteStatus: "DELETED", isDisabled: true }, AT_MS);
      expect(await store.freeProviderId(providerTemplateId)).toBe(true);
      expect(await store.findByProviderId(providerTemplateId)).toBeUndefined();
      expect(await store.add(second)).toBe("added");
      expect(await store.findByProviderId(providerTemplateId)).toEqual(second);
    });

    it("lists an owner's own, oldest first, and hides them from everybody else", async () => {
      const store = open();
      const { owner } = aChatTemplate();
      for (const n of [2, 1, 3]) await store.add(aChatTemplate({ owner, id: idOf(n) }));
      expect((await store.list(owner)).map(({ id }) => id)).toEqual([idOf(1), idOf(2), idOf(3)]);
      expect(await store.list(anOwner("stranger"))).toEqual([]);
      expect(await store.get(anOwner("stranger"), idOf(1))).toBeUndefined();
      expect(await store.change(anOwner("stranger"), idOf(1), { remoteStatus: "PAUSED" }, AT_MS)).toBeUndefined();
    });

    it("takes a template of the platform once, also when two ask at once, ids beyond 2^53 included", async () => {
      const store = open();
      const providerTemplateId = `90071992547409931${crypto.randomUUID().replace(/\D/g, "").slice(0, 6)}`;
      const rivals = [aChatTemplate({ providerTemplateId }), aChatTemplate({ providerTemplateId })];
      const added = await Promise.all(rivals.map((rival) => store.add(rival)));
      expect(added.toSorted()).toEqual(["added", "taken"]);
      const winner = rivals[added.indexOf("added")];
      expect(await store.findByProviderId(providerTemplateId)).toEqual(winner);
      const loser = rivals[added.indexOf("taken")];
      expect(await store.get(loser?.owner ?? anOwner(), loser?.id ?? "")).toBeUndefined();
      expect(await store.findByProviderId("90071992547409930")).toBeUndefined();
    });

    it("takes so many of 24 large templates at once as an answer has room for, and one more when one was deleted", async () => {
      const [store, owner] = [open(), anOwner()];
      const large = (n: number) => {
        const { definition, ...template } = aChatTemplate({ owner, id: idOf(n) });
        return { ...template, definition: { ...definition, body: { text: "x".repeat(300_000) } } };
      };
      const each = slotsOf(large(0));
      const fitting = Math.floor(TEMPLATE_SLOTS / each);
      const outcomes = await Promise.all(Array.from({ length: 24 }, (_, n) => store.add(large(n))));
      expect([each, outcomes.filter((one) => one === "added").length]).toEqual([51, fitting]);
      expect(outcomes.filter((one) => one === "full")).toHaveLength(24 - fitting);
      expect(await store.hasRoomFor(owner, large(0))).toBe(false);
      const id = idOf(outcomes.indexOf("added"));
      await store.change(owner, id, { isDisabled: true, remoteStatus: "DELETED" }, AT_MS);
      expect(await store.hasRoomFor(owner, large(0))).toBe(true);
      expect([await store.add(large(100)), await store.add(large(101))]).toEqual(["added", "full"]);
      expect(await store.list(owner)).toHaveLength(fitting + 1);
      const shown = shownTemplates(await store.list(owner));
      expect(shown.map((one) => one.id)).not.toContain(id);
      expect(answerBytes(shown.map(toChatTemplateView))).toBeLessThan(MAX_PAYLOAD_BYTES);
    });

    it("refuses to add over a template that is there", async () => {
      const store = open();
      const template = aChatTemplate();
      await store.add(template);
      await expect(store.add({ ...aChatTemplate(), owner: template.owner, id: template.id })).rejects.toThrow(
        "exists already",
      );
      expect(await store.get(template.owner, template.id)).toEqual(template);
    });

    it.each([
      [{ remoteStatus: "PAUSED" }, { remoteStatus: "PAUSED" }],
      [{ quality: "RED" }, { quality: "RED" }],
      [
        { rejectedReason: "SCAM", remoteStatus: "REJECTED" },
        { rejectedReason: "SCAM", remoteStatus: "REJECTED" },
      ],
      [{ isDisabled: true as const }, { isDisabled: true }],
      [{ remoteStatus: undefined, quality: "GREEN" }, { quality: "GREEN" }],
      [{}, {}],
    ])("changes %j and nothing else", async (change, expected) => {
      const store = open();
      const template = aChatTemplate();
      await store.add(template);
      const changed = { ...template, ...expected, updatedAt: AT };
      expect(await store.change(template.owner, template.id, change, AT_MS)).toEqual(changed);
      expect(await store.get(template.owner, template.id)).toEqual(changed);
    });

    it("changes the category within the definition", async () => {
      const store = open();
      const template = aChatTemplate(everyPart);
      await store.add(template);
      const definition = { ...template.definition, category: "UTILITY" };
      expect(await store.change(template.owner, template.id, { category: "UTILITY" }, AT_MS)).toEqual({
        ...template,
        definition,
        updatedAt: AT,
      });
    });

    it("changes nothing where there is no template", async () => {
      const store = open();
      const { owner, id } = aChatTemplate();
      expect(await store.change(owner, id, { isDisabled: true }, AT_MS)).toBeUndefined();
      expect(await store.get(owner, id)).toBeUndefined();
    });

    it("remembers a creation until its template is added or it is abandoned", async () => {
      const store = open();
      const template = aChatTemplate();
      const { chatAccountId, definition, owner } = template;
      const place = { chatAccountId, name: definition.name, language: definition.language };
      const begun = { ...place, owner, fingerprint: "f1", startedAtMs: AT_MS };
      const other = { ...begun, language: "de", startedAtMs: AT_MS + 1 };
      await store.begin(begun);
      await store.begin(other);
      await store.begin({ ...other, fingerprint: "f2" });
      expect(await store.findUnfinished(place)).toEqual(begun);
      expect(await store.listUnfinished(chatAccountId)).toHaveLength(2);
      expect(await store.listUnfinished(crypto.randomUUID())).toEqual([]);
      await store.add(template);
      expect(await store.findUnfinished(place)).toBeUndefined();
      expect(await store.listUnfinished(chatAccountId)).toEqual([{ ...other, fingerprint: "f2" }]);
      await store.abandon(other);
      await store.abandon(other);
      expect(await store.listUnfinished(chatAccountId)).toEqual([]);
    });
  });
}

chatTemplateStoreContract("in memory", () => inMemoryChatTemplateStore());
chatTemplateStoreContract("DynamoDB", () => new DynamoChatTemplateStore(fixture.client, "Config"));

describe("DynamoBookmarks", () => {
  it("remembers a place per job until it is taken away", async () => {
    const bookmarks = new DynamoBookmarks(fixture.client, "Config");
    expect(await bookmarks.read("a")).toBeUndefined();
    await bookmarks.write("a", "place");
    await bookmarks.write("b", "elsewhere");
    expect(await bookmarks.read("a")).toBe("place");
    await bookmarks.write("a", undefined);
    expect(await bookmarks.read("a")).toBeUndefined();
    expect(await bookmarks.read("b")).toBe("elsewhere");
  });
});

describe("DynamoChatTemplateStore", () => {
  it("lists a template that a thousand newer ones, deleted since, would hide", async () => {
    const [store, owner] = [new DynamoChatTemplateStore(fixture.client, "Config"), anOwner()];
    const living = aChatTemplate({ owner, id: idOf(0) });
    await store.add(living);
    const deleted = Array.from({ length: 1000 }, (_, n) =>
      aChatTemplate({ owner, id: idOf(n + 1), isDisabled: true, remoteStatus: "DELETED" }),
    );
    const items = deleted.map((one) => ({ ...templateKey(owner, one.id), ...one }));
    for (let first = 0; first < items.length; first += 25) {
      const Config = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
      await fixture.client.send(new BatchWriteCommand({ RequestItems: { Config } }));
    }
    const shown = shownTemplates(await store.list(owner));
    expect([shown[0], shown.length, shown.at(-1)?.id]).toEqual([living, TEMPLATE_SLOTS, idOf(1000)]);
  });
});
