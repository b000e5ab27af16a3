import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DATA_KEYS, DynamoDataKeyStore } from "../../../shared/aws/dynamo/data-key-store.ts";
import { DataKeyBox } from "../../../shared/kernel/secrets/data-key-box.ts";
import { DataKeyError, DataKeys } from "../../../shared/kernel/secrets/data-keys.ts";
import type { Sealed } from "../../../shared/kernel/secrets/secret-box.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { plainSealingKey } from "../../support/plain-sealing-key.ts";
import { type RestoreFixture, restoreFixture } from "./restore-fixture.ts";

const ADDRESS = { TableName: "Config", Key: { pk: DATA_KEYS, sk: DATA_KEYS } };
const ROW = { pk: { S: DATA_KEYS }, sk: { S: DATA_KEYS } };
const BINDING = { owner: anOwner("owner-1"), accountId: "account-1" };

let at: RestoreFixture;
let document: DynamoDBDocumentClient;
beforeAll(async () => {
  at = await restoreFixture();
  document = DynamoDBDocumentClient.from(at.tables.client);
});
afterAll(() => at.close());
beforeEach(() => at.remove(ROW, "Config"));

const sealingKey = plainSealingKey();
const store = () => new DynamoDataKeyStore(document, ADDRESS);
/** Creates a process that begins now, with nothing in its memory. */
const process = () => new DataKeyBox(new DataKeys(store(), sealingKey, fakeClock()));
const opened = (...sealed: readonly Sealed[]) => Promise.all(sealed.map((one) => process().open(one, BINDING)));
const moment = async () => (await at.tables.moment()).toISOString();
const ids = async () => (await store().list()).map(({ id }) => id);

describe("npm run restore, and the data keys", () => {
  it("brings them back with the table that they were lost with", async () => {
    const sealed = await process().seal("secret", BINDING);
    const to = await moment();
    await at.remove(ROW, "Config");
    await expect(opened(sealed)).rejects.toThrow(DataKeyError);
    const { code, tables } = await at.command("--to", to, "--apply", "--table", "Config");
    expect([code, tables.Config?.copied]).toEqual([0, 1]);
    expect(await opened(sealed)).toEqual(["secret"]);
  });

  it("brings them back beside the one that was made after the loss: both open what they have sealed", async () => {
    const before = await process().seal("before", BINDING);
    const to = await moment();
    await at.remove(ROW, "Config");
    const since = await process().seal("since", BINDING);
    const { code, tables } = await at.command("--to", to, "--apply", "--table", "Config");
    expect([code, tables.Config?.replaced]).toEqual([0, 1]);
    expect(await opened(before, since)).toEqual(["before", "since"]);
    // The key of the running processes seals new secrets.
    expect((await ids()).at(-1)).toBe(since.split(".")[1]);
    // The same command then finds nothing left to do.
    expect((await at.command("--to", to, "--apply", "--table", "Config")).tables.Config?.replaced).toBe(0);
  });

  it("does not make a key that was replaced the newest again", async () => {
    await process().seal("before", BINDING);
    const [first] = await store().list();
    const second = { id: "00000002", sealed: await sealingKey.makeDataKey() };
    const set = async (keys: readonly object[]) => {
      const names = { ExpressionAttributeNames: { "#keys": "keys" }, ExpressionAttributeValues: { ":all": keys } };
      await document.send(new UpdateCommand({ ...ADDRESS, UpdateExpression: "SET #keys = :all", ...names }));
    };
    await set([first ?? {}, second]);
    const to = await moment();
    await set([first ?? {}]);
    await at.command("--to", to, "--apply", "--table", "Config");
    expect(await ids()).toEqual([first?.id, "00000002"]);
  });

  it("keeps a newer one, with --overwrite too", async () => {
    const before = await process().seal("before", BINDING);
    const to = await moment();
    const newer = { id: "00000002", sealed: await sealingKey.makeDataKey() };
    const names = { ExpressionAttributeNames: { "#keys": "keys" }, ExpressionAttributeValues: { ":new": [newer] } };
    const UpdateExpression = "SET #keys = list_append(#keys, :new)";
    await document.send(new UpdateCommand({ ...ADDRESS, UpdateExpression, ...names }));
    const since = await process().seal("since", BINDING);
    const { code, tables } = await at.command("--to", to, "--apply", "--overwrite", "--table", "Config");
    expect([code, tables.Config?.different, tables.Config?.replaced]).toEqual([0, 1, 0]);
    expect(await opened(before, since)).toEqual(["before", "since"]);
  });

  it("leaves them alone where one owner's items come back, or an owner is erased", async () => {
    const owner = anOwner();
    await at.accounts.create(aSendingAccount({ owner }), "keep");
    const sealed = await process().seal("secret", BINDING);
    const [to, known] = [await moment(), await ids()];
    expect((await at.command("--to", to, "--apply", "--overwrite", "--owner", owner)).code).toBe(0);
    await at.eraser.erase(owner);
    expect(await ids()).toEqual(known);
    expect(await opened(sealed)).toEqual(["secret"]);
  });
});
