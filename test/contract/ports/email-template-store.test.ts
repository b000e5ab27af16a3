import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EmailTemplate,
  type TemplateRevision,
  templateBytes,
} from "../../../shared/email/domain/email-template.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import type { EmailTemplateStore } from "../../../shared/email/ports.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { compareWithoutRevisions } from "../../support/same-but-revision.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

compareWithoutRevisions();

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const incompressible = (bytes: number) => randomBytes(bytes).toString("base64");
const dynamoStore = (blobs = inMemoryBlobStore()) =>
  new DynamoEmailTemplateStore(fixture.client, { table: "Config", blobs: async () => blobs });

/** Tests the promises that every EmailTemplateStore keeps. */
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
      // toEqual would print megabytes when it fails.
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
      expect(saved.filter((one) => typeof one === "object")).toHaveLength(most);
      const { templates: kept } = await store.page(owner, 1000);
      expect(kept).toHaveLength(most);
      const [first = anEmailTemplate()] = kept;
      // A line break takes three bytes of a response, a quotation mark four.
      expect(await store.replace({ ...first, body: '"'.repeat(700_000) })).toBe("full");
      expect((await store.get(owner, first.id))?.body === body).toBe(true);
      expect(await store.replace({ ...first, body: "small" })).toMatchObject({ body: "small", version: 2 });
      expect(await store.remove(owner, kept[1]?.id ?? "")).toBe(true);
      expect(await store.create(anEmailTemplate({ owner, id: idOf(99), body }))).toBeTypeOf("object");
      expect(await store.create(anEmailTemplate({ body }))).toBeTypeOf("object");
    });

    it("replaces every field, and both the small and the large way round", async () => {
      const store = open();
      const before = anEmailTemplate({ bodyType: "html" });
      await store.create(before);
      let version = 1;
      for (const body of [incompressible(400_000), "small", incompressible(300_000), incompressible(300_000)]) {
        version++;
        const after = anEmailTemplate({ owner: before.owner, id: before.id, name: "New", subject: "S", body, version });
        // The store counts versions itself.
        expect(await store.replace({ ...after, version: 99 } as TemplateRevision)).toEqual(after);
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

    it("finds a template by its alias, one owner's apart from another's", async () => {
      const store = open();
      const [one, other] = [anEmailTemplate({ alias: "welcome" }), anEmailTemplate({ alias: "welcome" })];
      for (const template of [one, other]) expect(await store.create(template)).toBeTypeOf("object");
      expect(await store.findByAlias(one.owner, "welcome")).toEqual(one);
      expect(await store.findByAlias(other.owner, "welcome")).toEqual(other);
      expect(await store.findByAlias(one.owner, "other")).toBeUndefined();
      expect(await store.get(one.owner, one.id)).toEqual(one);
    });

    it("gives an alias to one of an owner's templates, and frees it with a write or with the template", async () => {
      const store = open();
      const first = anEmailTemplate({ alias: "a" });
      const second = anEmailTemplate({ owner: first.owner });
      await store.create(first);
      expect(await store.create({ ...second, alias: "a" })).toBe("taken");
      expect(await store.get(second.owner, second.id)).toBeUndefined();
      await store.create(second);
      expect(await store.replace({ ...second, alias: "a", subject: "Lost" })).toBe("taken");
      expect(await store.get(second.owner, second.id)).toEqual(second);
      expect(await store.replace({ ...first, alias: "b" })).toMatchObject({ alias: "b", version: 2 });
      expect(await store.findByAlias(first.owner, "a")).toBeUndefined();
      expect(await store.replace({ ...second, alias: "a" })).toMatchObject({ alias: "a" });
      expect(await store.findByAlias(first.owner, "a")).toMatchObject({ id: second.id });
      expect(await store.replace({ ...second, alias: undefined })).toMatchObject({ version: 3 });
      expect(await store.findByAlias(first.owner, "a")).toBeUndefined();
      expect(await store.remove(first.owner, first.id)).toBe(true);
      expect(await store.replace({ ...second, alias: "b" })).toMatchObject({ alias: "b" });
    });

    it("gives an alias to exactly one of many that ask for it at once", async () => {
      const store = open();
      const owner = anOwner();
      const templates = [1, 2, 3, 4].map((n) => anEmailTemplate({ owner, id: idOf(n) }));
      for (const template of templates) await store.create(template);
      const saved = await Promise.all([
        ...templates.slice(0, 2).map((one) => store.replace({ ...one, alias: "a" })),
        ...[5, 6].map((n) => store.create(anEmailTemplate({ owner, id: idOf(n), alias: "a" }))),
      ]);
      expect(saved.filter((one) => one !== "taken")).toHaveLength(1);
      const { templates: all } = await store.page(owner, 100);
      expect(all.filter(({ alias }) => alias === "a")).toEqual([await store.findByAlias(owner, "a")]);
    });

    it("keeps fifty versions as they were, whatever their size, and lists them newest first", async () => {
      const store = open();
      const first = anEmailTemplate({ subject: "1", alias: "a" });
      const { owner, id } = first;
      const large = incompressible(250_000);
      await store.create(first);
      const written: (EmailTemplate | string)[] = [first];
      for (let n = 2; n <= 53; n++) {
        const isOdd = n % 2 === 1;
        const options = {
          isStrict: isOdd,
          escaping: isOdd ? "html" : "none",
          bodyType: isOdd ? "html" : "text",
        } as const;
        const texts = { subject: `${n}`, body: n > 45 ? `${n}${large}` : "small", name: `N${n}` };
        written.push(await store.replace({ ...first, ...options, ...texts, alias: `a${n}`, showsOptions: true }));
      }
      const present = await store.get(owner, id);
      expect(present?.version).toBe(53);
      const listed = await store.versions(owner, id, 50);
      expect(listed?.templates.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, i) => 53 - i));
      expect(listed?.next).toBeUndefined();
      // toEqual on all of them would print megabytes when it fails.
      for (const one of listed?.templates ?? []) expect(isDeepStrictEqual(one, written[one.version - 1])).toBe(true);
      for (const n of [4, 30, 52])
        expect(isDeepStrictEqual(present && (await store.version(present, n)), written[n - 1])).toBe(true);
      for (const n of [0, 1, 3, 53, 54]) expect(present && (await store.version(present, n))).toBeUndefined();
      const page = await store.versions(owner, id, 2, 6);
      expect([page?.templates.map(({ version }) => version), page?.next]).toEqual([[5, 4], undefined]);
      const before = await store.versions(owner, id, 2, 7);
      expect([before?.templates.map(({ version }) => version), before?.next]).toEqual([[6, 5], "5"]);
    });

    it("keeps with a version which request restored it, and not with the next one", async () => {
      const store = open();
      const template = anEmailTemplate();
      await store.create(template);
      await store.replace({ ...template, restoredUnder: "reserved" });
      expect((await store.get(template.owner, template.id))?.restoredUnder).toBe("reserved");
      await store.replace(template);
      const { templates = [] } = (await store.versions(template.owner, template.id, 50)) ?? {};
      expect(templates.map(({ restoredUnder }) => restoredUnder)).toEqual([undefined, "reserved", undefined]);
    });

    it("numbers versions without gaps whatever is written at once, and keeps each", async () => {
      const store = open();
      const template = anEmailTemplate();
      await store.create(template);
      const saved = await Promise.all([1, 2, 3].map((n) => store.replace({ ...template, subject: `S${n}` })));
      const versions = (await store.versions(template.owner, template.id, 50))?.templates ?? [];
      expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
      expect(
        versions
          .slice(0, 3)
          .map(({ subject }) => subject)
          .sort(),
      ).toEqual(["S1", "S2", "S3"]);
      for (const one of saved) expect(versions).toContainEqual(one);
    });

    it("knows no versions of what is gone, or another owner's", async () => {
      const store = open();
      const template = anEmailTemplate();
      await store.create(template);
      await store.replace({ ...template, subject: "Other" });
      expect(await store.versions(anOwner(), template.id, 50)).toBeUndefined();
      await store.remove(template.owner, template.id);
      expect(await store.versions(template.owner, template.id, 50)).toBeUndefined();
      expect(await store.version({ ...template, version: 2 }, 1)).toBeUndefined();
    });

    it("goes on showing options once one was used", async () => {
      const store = open();
      const template = anEmailTemplate({ alias: "a", showsOptions: true });
      await store.create(template);
      const plain = { ...template, alias: undefined, showsOptions: false };
      expect(await store.replace(plain)).toMatchObject({ showsOptions: true, version: 2 });
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
    await store.replace({ ...template, body: incompressible(400_000) });
    expect(blobs.blobs.size).toBe(2);
    expect(await store.remove(template.owner, template.id)).toBe(true);
    expect(blobs.blobs.size).toBe(0);
    expect(await store.replace(template)).toBe("gone");
    expect(blobs.blobs.size).toBe(0);
  });

  it("keeps the text of a version as long as the version, and no longer", async () => {
    const blobs = inMemoryBlobStore();
    const store = dynamoStore(blobs);
    const template = anEmailTemplate({ body: incompressible(250_000) });
    await store.create(template);
    for (let n = 2; n <= 60; n++) await store.replace({ ...template, subject: `${n}` });
    expect(blobs.blobs.size).toBe(50);
    expect(await store.remove(template.owner, template.id)).toBe(true);
    expect(blobs.blobs.size).toBe(0);
    const partition = { ":pk": `O#${template.owner}` };
    const { Items } = await fixture.client.send(
      new QueryCommand({
        TableName: "Config",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: partition,
      }),
    );
    expect(Items?.map(({ sk }) => sk)).toEqual(["TOTAL#TPL"]);
  });

  it("takes a template from before there were versions for its first, and shows no options of it", async () => {
    const store = dynamoStore();
    const template = anEmailTemplate();
    await store.create(template);
    const Key = { pk: `O#${template.owner}`, sk: `TPL#${template.id}` };
    const UpdateExpression = "REMOVE isStrict, escaping, version, showsOptions";
    await fixture.client.send(new UpdateCommand({ TableName: "Config", Key, UpdateExpression }));
    expect(await store.get(template.owner, template.id)).toEqual(template);
    const next = await store.replace({ ...template, subject: "Next" });
    expect(next).toEqual({ ...template, subject: "Next", version: 2 });
    expect((await store.versions(template.owner, template.id, 50))?.templates).toEqual([next, template]);
  });

  it("frees an alias whose template has lost it, as code from before there were aliases writes templates", async () => {
    const store = dynamoStore();
    const [first, second] = [anEmailTemplate({ alias: "a" }), anEmailTemplate({ alias: "b" })];
    const third = anEmailTemplate({ owner: first.owner, alias: "a" });
    for (const template of [first, { ...second, owner: first.owner }]) await store.create(template);
    const lose = (id: string) =>
      fixture.client.send(
        new UpdateCommand({
          ...{ TableName: "Config", Key: { pk: `O#${first.owner}`, sk: `TPL#${id}` } },
          ...{ UpdateExpression: "REMOVE #alias", ExpressionAttributeNames: { "#alias": "alias" } },
        }),
      );
    await lose(first.id);
    expect(await store.findByAlias(first.owner, "a")).toBeUndefined();
    expect(await store.create(third)).toBeTypeOf("object");
    expect(await store.findByAlias(first.owner, "a")).toEqual(third);
    await lose(second.id);
    expect(await store.replace({ ...third, alias: "b" })).toMatchObject({ alias: "b" });
    expect(await store.create({ ...first, id: idOf(7), alias: "b" })).toBe("taken");
  });

  it("shows no version of later than the present one: an earlier backup that was restored leaves some", async () => {
    const store = dynamoStore();
    const template = anEmailTemplate();
    const Key = { pk: `O#${template.owner}`, sk: `TPL#${template.id}` };
    await store.create(template);
    const { Item } = await fixture.client.send(new GetCommand({ TableName: "Config", Key }));
    for (const n of [2, 3, 4]) await store.replace({ ...template, subject: `${n}` });
    await fixture.client.send(new PutCommand({ TableName: "Config", Item: Item ?? Key }));
    expect((await store.versions(template.owner, template.id, 50))?.templates).toEqual([template]);
    expect(await store.version(template, 3)).toBeUndefined();
    const next = await store.replace({ ...template, subject: "Next" });
    expect((await store.versions(template.owner, template.id, 50))?.templates).toEqual([next, template]);
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

  it("asks for little: one read for a send, two for one by an alias, two and a transaction for a replacement", async () => {
    let asked: string[] = [];
    const client = new Proxy(fixture.client, {
      get: (target, name) =>
        name !== "send"
          ? Reflect.get(target, name)
          : (command: GetCommand) => {
              asked.push(command.constructor.name.replace("Command", ""));
              return target.send(command);
            },
    });
    const store = new DynamoEmailTemplateStore(client, { table: "Config", blobs: async () => inMemoryBlobStore() });
    const template = anEmailTemplate({ alias: "a" });
    await store.create(template);
    const askedBy = async (call: () => Promise<unknown>) => {
      asked = [];
      await call();
      return asked;
    };
    expect(await askedBy(() => store.get(template.owner, template.id))).toEqual(["Get"]);
    expect(await askedBy(() => store.findByAlias(template.owner, "a"))).toEqual(["Get", "Get"]);
    expect(await askedBy(() => store.replace(template))).toEqual(["Get", "Get", "TransactWrite"]);
    expect(await askedBy(() => store.version({ ...template, version: 2 }, 1))).toEqual(["Get"]);
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
        // After this many replacements the text's version is no longer kept.
        const until = Math.min(replacements + 50, 100);
        while (replacements < until) await writer.replace({ ...template, subject: `Subject ${++replacements}` });
        return kept.get(key);
      },
    });
    expect((await reader.get(template.owner, template.id))?.subject).toBe("Subject 100");
  });

  it("takes a thousand templates of one owner and not one more", async () => {
    const owner = anOwner();
    const store = dynamoStore();
    const ids = Array.from({ length: 1000 }, (_, n) => idOf(n));
    for (let first = 0; first < ids.length; first += 10)
      await Promise.all(ids.slice(first, first + 10).map((id) => store.create(anEmailTemplate({ owner, id }))));
    expect(await store.create(anEmailTemplate({ owner, id: idOf(1000) }))).toBe("full");
    expect((await store.page(owner, 1000)).templates.map((one) => one.id)).toEqual(ids);
    const longer = anEmailTemplate({ owner, id: idOf(7), body: "longer than it was before" });
    expect(await store.replace(longer)).toMatchObject({ version: 2 });
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
    expect(await store.replace(anEmailTemplate({ owner, id: idOf(1), body: "small" }))).toMatchObject({ version: 2 });
    expect(await store.create(large)).toBeTypeOf("object");
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
    expect(await store.create(anEmailTemplate({ owner: template.owner, id: idOf(1) }))).toBeTypeOf("object");
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
