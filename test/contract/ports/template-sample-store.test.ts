import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoTemplateSampleStore } from "../../../shared/email/dynamo/email-template-samples.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

async function setUp() {
  const blobs = inMemoryBlobStore();
  const templates = new DynamoEmailTemplateStore(fixture.client, { table: "Config", blobs: async () => blobs });
  const template = anEmailTemplate();
  await templates.create(template);
  return { template, templates, samples: new DynamoTemplateSampleStore(fixture.client, "Config") };
}

describe("TemplateSampleStore: DynamoTemplateSampleStore", () => {
  it("keeps the values of a template in place of those before, for its owner alone", async () => {
    const { template, samples } = await setUp();
    const { owner, id } = template;
    expect(await samples.find(owner, id)).toEqual({});
    expect(await samples.keep(owner, id, { name: "Ana", "größe 😀": "" })).toBe(true);
    expect(await samples.keep(owner, id, { name: "Ben" })).toBe(true);
    expect(await samples.find(owner, id)).toEqual({ name: "Ben" });
    expect(await samples.find(anOwner(), id)).toBeUndefined();
    expect(await samples.keep(anOwner(), id, { name: "Eve" })).toBe(false);
    expect(await samples.find(owner, id)).toEqual({ name: "Ben" });
  });

  it("keeps values whose names every object has", async () => {
    const { template, samples } = await setUp();
    const { owner, id } = template;
    const given = JSON.parse('{"constructor":"c","__proto__":"p","hasOwnProperty":"h","toString":"t"}');
    expect(await samples.keep(owner, id, given)).toBe(true);
    expect(JSON.stringify(await samples.find(owner, id))).toBe(JSON.stringify(given));
  });

  it("lets them go with the template", async () => {
    const { template, templates, samples } = await setUp();
    const { owner, id } = template;
    await samples.keep(owner, id, { name: "Ana" });
    expect(await templates.remove(owner, id)).toBe(true);
    expect(await samples.find(owner, id)).toBeUndefined();
    expect(await samples.keep(owner, id, { name: "Ben" })).toBe(false);
  });
});
