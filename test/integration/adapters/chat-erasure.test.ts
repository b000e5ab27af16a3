import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoOwnerEraser } from "../../../ops/erase-owner/owner-eraser.ts";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import { DynamoChatTemplateStore } from "../../../shared/chat/dynamo/chat-template-store.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const [ANNA, BEN] = [anOwner("anna"), anOwner("ben")];
let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

function theEraser() {
  const tables = {
    configTable: "Config",
    eventsTable: "Events",
    webhooksTable: "Webhooks",
    apiKeysTable: "ApiKeys",
    notificationsTable: "Notifications",
    chatTable: "Chat",
  };
  return new DynamoOwnerEraser(fixture.client, {
    ...tables,
    clock: fakeClock(),
    log: silentLog,
    eraseBlobs: inMemoryBlobStore().eraseBelow,
  });
}

describe("erasing an owner of chat accounts and templates", () => {
  it("leaves nothing of the owner, and to everybody else what they have", async () => {
    const accounts = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog });
    const templates = new DynamoChatTemplateStore(fixture.client, "Config");
    const own = aChatAccount({ ownershipType: "customer_owned", owners: [ANNA] });
    const shared = aChatAccount({ owners: [ANNA, BEN], isDefault: true });
    const alone = aChatAccount({ owners: [ANNA], isDefault: true });
    for (const account of [own, shared, alone]) await accounts.create(account);
    const hers = aChatTemplate({ owner: ANNA, chatAccountId: shared.id });
    const his = aChatTemplate({ owner: BEN, chatAccountId: shared.id });
    await templates.add(hers);
    await templates.add(his);
    const begun = { chatAccountId: shared.id, language: "en", fingerprint: "f", startedAtMs: 1 };
    await templates.begin({ ...begun, name: "hers", owner: ANNA });
    await templates.begin({ ...begun, name: "his", owner: BEN });

    const eraser = theEraser();
    // The erased items are the account, a begun creation and the template in her own partition. Her list of accounts is
    // already empty.
    expect((await eraser.erase(ANNA)).live.configItems).toBeGreaterThanOrEqual(3);

    expect(await accounts.listFor(ANNA)).toEqual([]);
    expect(await accounts.findDefault(ANNA)).toBeUndefined();
    expect(await accounts.get(own.id)).toBeUndefined();
    expect(await accounts.findByProviderNumber(own.providerPhoneNumberId ?? "")).toBeUndefined();
    expect(await accounts.get(shared.id)).toEqual({ ...shared, owners: ["ben"], revision: expect.any(String) });
    expect((await accounts.findDefault(BEN))?.id).toBe(shared.id);
    expect(await accounts.get(alone.id)).toEqual({
      ...alone,
      owners: [],
      isDefault: false,
      revision: expect.any(String),
    });
    expect(await templates.list(ANNA)).toEqual([]);
    expect(await templates.findByProviderId(hers.providerTemplateId)).toBeUndefined();
    expect(await templates.findByProviderId(his.providerTemplateId)).toEqual(his);
    expect((await templates.listUnfinished(shared.id)).map(({ owner }) => owner)).toEqual(["ben"]);

    expect((await eraser.erase(ANNA)).live.configItems).toBe(0);
  });

  it("erases deleted templates of test mode that had one id of the platform after another", async () => {
    const templates = new DynamoChatTemplateStore(fixture.client, "Config");
    const owner = anOwner();
    const providerTemplateId = `sandbox-${crypto.randomUUID()}`;
    for (const _ of [1, 2]) {
      const { id } = aChatTemplate();
      await templates.add(aChatTemplate({ owner, id, providerTemplateId }));
      await templates.change(owner, id, { isDisabled: true }, 1);
      expect(await templates.freeProviderId(providerTemplateId)).toBe(true);
    }
    expect(await templates.list(owner)).toHaveLength(2);
    await theEraser().erase(owner);
    expect(await templates.list(owner)).toEqual([]);
  });

  it.each([1, 60])("finds an account of %i owners whose save has not come to the owner's list", async (count) => {
    const hurried = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog, settlingMs: 0 });
    const owners = Array.from({ length: count }, () => anOwner());
    const [erased = anOwner(), ...others] = owners;
    const shared = aChatAccount({ owners, isDefault: true });
    const own = aChatAccount({ ownershipType: "customer_owned", owners: [erased] });
    for (const account of [shared, own]) await hurried.create(account);
    await theEraser().erase(erased);

    const accounts = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog });
    for (const { id } of [shared, own]) {
      expect(await accounts.findFor(erased, id)).toBeUndefined();
      await accounts.settle(id);
    }
    expect(await accounts.get(own.id)).toBeUndefined();
    expect((await accounts.get(shared.id))?.owners).toEqual(others);
    const left = { TableName: "Config", Key: { pk: `O#${erased}`, sk: "CHAT-ACCOUNTS" } };
    expect((await fixture.client.send(new GetCommand(left))).Item).toBeUndefined();
  });
});
