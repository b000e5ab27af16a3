import { randomBytes } from "node:crypto";
import { DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { templateBytes } from "../../../shared/email/domain/email-template.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import type { EmailTemplateStore } from "../../../shared/email/ports.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const incompressible = (bytes: number) => randomBytes(bytes).toString("base64");
const dynamoStore = (blobs = inMemoryBlobStore()) =>
  new DynamoEmailTemplateStore(fixture.client, { table: "Config", blobs: async () => blobs });

/** The promises of every EmailTemplateStore. */
function emailTemplateStoreContract(name: string, open: () => EmailTemplateStore): void {
  describe(`EmailTemplateStore: ${name}`, () => {
    it.each([
      ["small", "Good morning, {{.name}}."],
      ["of one character", "x"],
      ["with every kind of character", 'Ä 店 😀 \u0000 \u2028 {{"}}"}} \\ </script>'],
      ["long and repetitive", "all work and no play ".repeat(45_000)],
      ["larger than an item", incompressible(700_000)],
    ])("answers a body %s as it was created", async (_size, body) => {
      const store = open();
      const template = anEmailTemplate({ body, bodyType: "html", name: "Ä" });
      await store.create(template);
      const stored = await store.get(template.owner, template.id);
      expect({ ...stored, body: "" }).toEqual({ ...template, body: "" });
      // Not toEqual: a failure would print megabytes.
      expect(stored?.body === body).toBe(true);
      expect((await store.page(template.owner, 1000)).templates.map((one) => one.body === body)).toEqual([true]);
    });

    it("hides templates from every other owner", async () => {
      const store = open();
      const template = anEmailTemplate();
      await store.create(template);
      const stranger = anOwner();
      expect(await store.get(stranger, template.id)).toBeUndefined();
      expect((await store.page(stranger, 1000)).templates).toEqual([]);
      expect(await store.replace({ ...template, owner: stranger, subject: "Mine" })).toBe("gone");
      expect(await store.remove(stranger, template.id)).toBe(false);
      expect(await store.get(stranger, template.id)).toBeUndefined();
      expect(await store.get(template.owner, template.id)).toEqual(template);
    });

    it("lists oldest first", async () => {
      const store = open();
      const owner = anOwner();
      for (const n of [3, 1, 2]) await store.create(anEmailTemplate({ owner, id: idOf(n) }));
      expect((await store.page(owner, 1000)).templates.map((one) => one.id)).toEqual([idOf(1), idOf(2), idOf(3)]);
    });

    it("lists page by page", async () => {
      const store = open();
      const owner = anOwner();
      for (const n of [1, 2, 3]) await store.create(anEmailTemplate({ owner, id: idOf(n) }));
      const first = await store.page(owner, 2);
      expect(first.templates.map((one) => one.id)).toEqual([idOf(1), idOf(2)]);
      const rest = await store.page(owner, 2, first.next);
      expect([rest.templates.map((one) => one.id), rest.next]).toEqual([[idOf(3)], undefined]);
      expect((await store.page(owner, 3)).next).toBeUndefined();
      expect(await store.page(owner, 3, idOf(3))).toEqual({ templates: [] });
    });

    it("takes no more of one owner than an answer can show, whatever is saved at once", async () => {
      const store = open();
      const owner = anOwner();
      const body = incompressible(700_000);
      const templates = Array.from({ length: 10 }, (_, n) => anEmailTemplate({ owner, id: idOf(n), body }));
      const saved = await Promise.all(templates.map((template) => store.create(template)));
      const most = Math.floor(6_000_000 / templateBytes(anEmailTemplate({ owner, body })));
      expect(saved.filter((one) => one === "saved")).toHaveLength(most);
      const { templates: kept } = await store.page(owner, 1000);
      expect(kept).toHaveLength(most);
      const [first = anEmailTemplate()] = kept;
      // Line breaks are three bytes of an answer, quotation marks four.
      expect(await store.replace({ ...first, body: '"'.repeat(700_000) })).toBe("full");
      expect((await store.get(owner, first.id))?.body === body).toBe(true);
      expect(await store.replace({ ...first, body: "small" })).toBe("saved");
      expect(await store.remove(owner, kept[1]?.id ?? "")).toBe(true);
      expect(await store.create(anEmailTemplate({ owner, id: idOf(99), body }))).toBe("saved");
      expect(await store.create(anEmailTemplate({ body }))).toBe("saved");
    });

    it("replaces every field, and both the small and the large way round", async () => {
      const store = open();
      const before = anEmailTemplate({ bodyType: "html" });
      await store.create(before);
      for (const body of [incompressible(400_000), "small", incompressible(300_000), incompressible(300_000)]) {
        const after = anEmailTemplate({ owner: before.owner, id: before.id, name: "New", subject: "S", body });
        expect(await store.replace(after)).toBe("saved");
        const stored = await store.get(before.owner, before.id);
        expect({ ...stored, body: stored?.body === body }).toEqual({ ...after, body: true });
      }
      expect((await store.page(before.owner, 1000)).templates).toHaveLength(1);
    });

    it("shows the old or the new text while one replaces the other, never a mixture and never a failure", async () => {
      const store = open();
      const texts = [incompressible(250_000), incompressible(250_000)].map((body, i) => ({ subject: `S${i}`, body }));
      const base = anEmailTemplate(texts[0]);
      await store.create(base);
      const readings: (string | undefined)[] = [];
      let isWriting = true;
      const readOn = async () => {
        while (isWriting) {
          const seen = await store.get(base.owner, base.id);
          const text = texts.find((one) => one.subject === seen?.subject);
          readings.push(text !== undefined && text.body === seen?.body ? text.subject : "a mixture");
        }
      };
      const write = async () => {
        for (let i = 1; i <= 12; i++) await store.replace({ ...base, ...texts[i % 2] });
        isWriting = false;
      };
      await Promise.all([write(), readOn()]);
      expect([...new Set(readings)].filter((one) => one !== "S0" && one !== "S1")).toEqual([]);
    });

    it("writes nothing when the template to replace is gone", async () => {
      const store = open();
      const template = anEmailTemplate();
      expect(await store.replace(template)).toBe("gone");
      expect(await store.get(template.owner, template.id)).toBeUndefined();
    });

    it("does not bring back what is removed while it is replaced", async () => {
      for (let round = 0; round < 10; round++) {
        const store = open();
        const template = anEmailTemplate();
        await store.create(template);
        await Promise.all([store.replace(template), store.remove(template.owner, template.id)]);
        expect(await store.get(template.owner, template.id)).toBeUndefined();
      }
    });

    it("refuses to create over a template that is there", async () => {
      const store = open();
      const template = anEmailTemplate();
      await store.create(template);
      await expect(store.create({ ...template, subject: "Other" })).rejects.toThrow();
      expect(await store.get(template.owner, template.id)).toEqual(template);
    });

    it("lets exactly one of two removals succeed", async () => {
      const store = open();
      const { owner, id } = anEmailTemplate();
      await store.create(anEmailTemplate({ owner, id, body: incompressible(300_000) }));
      const removed = await Promise.all([store.remove(owner, id), store.remove(owner, id)]);
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await store.get(owner, id)).toBeUndefined();
      expect((await store.page(owner, 1000)).templates).toEqual([]);
    });
  });
}

emailTemplateStoreContract("in memory", () => inMemoryEmailTemplateStore());
emailTemplateStoreContract("DynamoDB", () => dynamoStore());

describe("DynamoEmailTemplateStore", () => {
  it("keeps what is small once compressed in the table, and the rest in the bucket (D18)", async () => {
    const blobs = inMemoryBlobStore();
    const store = dynamoStore(blobs);
    await store.create(anEmailTemplate({ body: "all work and no play ".repeat(45_000) }));
    expect(blobs.blobs.size).toBe(0);
    await store.create(anEmailTemplate({ body: incompressible(400_000) }));
    expect([...blobs.blobs.values()].map((bytes) => bytes.length > 200_000)).toEqual([true]);
  });

  it("names blobs after nobody: the owner is not readable in a key", async () => {
    const blobs = inMemoryBlobStore();
    const template = anEmailTemplate({ body: incompressible(400_000) });
    await dynamoStore(blobs).create(template);
    expect([...blobs.blobs.keys()].map((key) => key.startsWith("templates/"))).toEqual([true]);
    expect([...blobs.blobs.keys()].join()).not.toContain(template.owner);
  });

  it("leaves no text behind in the bucket when a template is replaced, removed, or was gone already", async () => {
    const blobs = inMemoryBlobStore();
    const store = dynamoStore(blobs);
    const template = anEmailTemplate({ body: incompressible(400_000) });
    await store.create(template);
    expect(await store.replace({ ...template, body: incompressible(400_000) })).toBe("saved");
    expect(blobs.blobs.size).toBe(1);
    expect(await store.remove(template.owner, template.id)).toBe(true);
    expect(blobs.blobs.size).toBe(0);
    expect(await store.replace(template)).toBe("gone");
    expect(blobs.blobs.size).toBe(0);
  });

  it("reads consistently: who has just saved or deleted a template sends with what is saved", async () => {
    const inputs: unknown[] = [];
    const client = new Proxy(fixture.client, {
      get: (target, name) =>
        name !== "send"
          ? Reflect.get(target, name)
          : (command: GetCommand) => {
              if (command instanceof GetCommand) inputs.push(command.input.ConsistentRead);
              return target.send(command);
            },
    });
    const store = new DynamoEmailTemplateStore(client, { table: "Config", blobs: async () => inMemoryBlobStore() });
    const template = anEmailTemplate();
    await store.create(template);
    await store.get(template.owner, template.id);
    expect(new Set(inputs)).toEqual(new Set([true]));
  });

  it("finds the text of a template that is replaced again and again between its item and its text", async () => {
    const kept = inMemoryBlobStore();
    const writer = dynamoStore(kept);
    const template = anEmailTemplate({ body: incompressible(250_000) });
    await writer.create(template);
    let replacements = 0;
    const reader = dynamoStore({
      ...kept,
      get: async (key) => {
        if (replacements < 3) await writer.replace({ ...template, subject: `Subject ${++replacements}` });
        return kept.get(key);
      },
    });
    expect((await reader.get(template.owner, template.id))?.subject).toBe("Subject 3");
    expect(kept.blobs.size).toBe(1);
  });

  it("takes a thousand templates of one owner and not one more", async () => {
    const owner = anOwner();
    const store = dynamoStore();
    const ids = Array.from({ length: 1000 }, (_, n) => idOf(n));
    for (let first = 0; first < ids.length; first += 10)
      await Promise.all(ids.slice(first, first + 10).map((id) => store.create(anEmailTemplate({ owner, id }))));
    expect(await store.create(anEmailTemplate({ owner, id: idOf(1000) }))).toBe("full");
    expect((await store.page(owner, 1000)).templates.map((one) => one.id)).toEqual(ids);
    expect(await store.replace(anEmailTemplate({ owner, id: idOf(7), body: "longer than it was before" }))).toBe(
      "saved",
    );
  });

  it("counts templates from before there was a total, and lets them be replaced and removed", async () => {
    const owner = anOwner();
    const store = dynamoStore();
    for (const n of [1, 2, 3, 4]) {
      await store.create(anEmailTemplate({ owner, id: idOf(n), body: incompressible(1_000_000) }));
      const Key = { pk: `O#${owner}`, sk: `TPL#${idOf(n)}` };
      const UpdateExpression = "REMOVE sizeBytes, revision";
      await fixture.client.send(new UpdateCommand({ TableName: "Config", Key, UpdateExpression }));
    }
    const total = { pk: `O#${owner}`, sk: "TOTAL#TPL" };
    await fixture.client.send(new DeleteCommand({ TableName: "Config", Key: total }));
    const large = anEmailTemplate({ owner, id: idOf(5), body: incompressible(1_000_000) });
    expect(await store.create(large)).toBe("full");
    expect(await store.replace(anEmailTemplate({ owner, id: idOf(1), body: "small" }))).toBe("saved");
    expect(await store.create(large)).toBe("saved");
    expect(await store.remove(owner, idOf(2))).toBe(true);
    const { Item } = await fixture.client.send(new GetCommand({ TableName: "Config", Key: total }));
    const { templates } = await store.page(owner, 1000);
    const bytes = templates.reduce((sum, one) => sum + templateBytes(one), 0);
    expect(Item).toMatchObject({ totalBytes: bytes, totalCount: 4 });
  });

  it("refuses nobody for a total that is wrong", async () => {
    const template = anEmailTemplate();
    const store = dynamoStore();
    await store.create(template);
    const Key = { pk: `O#${template.owner}`, sk: "TOTAL#TPL" };
    const tooMuch = { UpdateExpression: "SET totalBytes = :much", ExpressionAttributeValues: { ":much": 6_000_000 } };
    await fixture.client.send(new UpdateCommand({ TableName: "Config", Key, ...tooMuch }));
    expect(await store.create(anEmailTemplate({ owner: template.owner, id: idOf(1) }))).toBe("saved");
  });

  it("lists across the table's pages of a megabyte", async () => {
    const owner = anOwner();
    const store = dynamoStore();
    const bodies = Array.from({ length: 8 }, () => incompressible(140_000));
    await Promise.all(bodies.map((body, n) => store.create(anEmailTemplate({ owner, id: idOf(n), body }))));
    expect((await store.page(owner, 1000)).templates.map((one, n) => one.body === bodies[n])).toEqual(
      bodies.map(() => true),
    );
  });
});
