import { KMSClient } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATA_KEYS, DynamoDataKeyStore } from "../../../shared/aws/dynamo/data-key-store.ts";
import { KmsSealingKey } from "../../../shared/aws/kms/kms-sealing-key.ts";
import { DataKeyBox } from "../../../shared/kernel/secrets/data-key-box.ts";
import { DataKeys } from "../../../shared/kernel/secrets/data-keys.ts";
import { SEALING_PURPOSES } from "../../../shared/kernel/secrets/sealing-purposes.ts";
import { type Sealed, type SecretBox, SecretBoxError } from "../../../shared/kernel/secrets/secret-box.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryDataKeyStore } from "../../support/in-memory-data-key-store.ts";
import { keyServer } from "../../support/key-server.ts";
import { plainSealingKey } from "../../support/plain-sealing-key.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const KEY_ARN = "arn:aws:kms:us-east-1:123456789012:key/1";
let fixture: TableFixture;
let server: Awaited<ReturnType<typeof keyServer>>;
let kms: KMSClient;
beforeAll(async () => {
  fixture = await tableFixture();
  server = await keyServer();
  kms = new KMSClient({ endpoint: server.endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts: 1 });
});
afterAll(async () => {
  kms.destroy();
  server.close();
  await fixture.close();
});

const boxInMemory = () => new DataKeyBox(new DataKeys(inMemoryDataKeyStore(), plainSealingKey(), fakeClock()));
/** Creates the box of a process. All processes use the same table and key server, so they belong to one deployment. */
const deployedBox = () => {
  const store = new DynamoDataKeyStore(fixture.client, { TableName: "Config", Key: { pk: DATA_KEYS, sk: DATA_KEYS } });
  const sealingKey = new KmsSealingKey({ keyId: KEY_ARN, purpose: SEALING_PURPOSES.accounts }, kms);
  return new DataKeyBox(new DataKeys(store, sealingKey, fakeClock()));
};

const BINDING = { owner: anOwner("owner-1"), accountId: "account-1" };

/** Tests the promises that every SecretBox keeps. */
function secretBoxContract(name: string, open: () => SecretBox): void {
  describe(`SecretBox: ${name}`, () => {
    it.each(["secret", "", "pässwörd 密码 🔑", "x".repeat(2048)])("opens what it sealed: %s", async (plain) => {
      const box = open();
      expect(await box.open(await box.seal(plain, BINDING), BINDING)).toBe(plain);
    });

    it("shows nothing of the secret, and never seals it the same way twice", async () => {
      const box = open();
      const [one, two] = [await box.seal("secret-secret", BINDING), await box.seal("secret-secret", BINDING)];
      expect(one).not.toBe(two);
      expect(one).not.toContain("secret-secret");
    });

    it.each([
      ["another owner", { owner: anOwner("owner-2"), accountId: "account-1" }],
      ["another account", { owner: anOwner("owner-1"), accountId: "account-2" }],
      ["a binding that only looks the same when joined", { owner: anOwner("owner-1account"), accountId: "-1" }],
    ])("does not open under %s, not even after it was opened under its own", async (_what, other) => {
      const box = open();
      const sealed = await box.seal("secret", BINDING);
      await box.open(sealed, BINDING);
      await expect(box.open(sealed, other)).rejects.toThrow(SecretBoxError);
    });

    it.each(["", "AAAA", "not base64 at all", "A".repeat(200)])("does not open the damaged text %j", async (text) => {
      await expect(open().open(text as Sealed, BINDING)).rejects.toThrow(SecretBoxError);
    });
  });
}

secretBoxContract("double", plainSecretBox);
secretBoxContract("data key", boxInMemory);
secretBoxContract("data key in the table, sealed by KMS", deployedBox);

describe("DataKeyBox", () => {
  it("opens in one process what another has sealed", async () => {
    const sealed = await deployedBox().seal("secret", BINDING);
    expect(await deployedBox().open(sealed, BINDING)).toBe("secret");
  });

  it("says by which form and by which key a text was sealed", async () => {
    expect(await boxInMemory().seal("secret", BINDING)).toMatch(/^1\.[0-9a-f]{8}\.[A-Za-z0-9+/]+=*$/);
  });

  it("notices any changed byte and any cut", async () => {
    const box = boxInMemory();
    const [version, id, text = ""] = (await box.seal("secret", BINDING)).split(".");
    const bytes = Buffer.from(text, "base64");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      const cut = bytes.subarray(0, at);
      for (const damaged of [changed, cut])
        await expect(box.open(`${version}.${id}.${damaged.toString("base64")}` as Sealed, BINDING)).rejects.toThrow(
          SecretBoxError,
        );
    }
  });

  it("does not open an empty secret whose tag was cut short", async () => {
    const box = boxInMemory();
    const [version, id, text = ""] = (await box.seal("", BINDING)).split(".");
    const bytes = Buffer.from(text, "base64");
    for (let kept = 12; kept < bytes.length; kept++) {
      const cut = bytes.subarray(0, kept).toString("base64");
      await expect(box.open(`${version}.${id}.${cut}` as Sealed, BINDING)).rejects.toThrow(SecretBoxError);
    }
  });

  it("does not open a text of another form", async () => {
    const box = boxInMemory();
    const [, id, text] = (await box.seal("secret", BINDING)).split(".");
    await expect(box.open(`2.${id}.${text}` as Sealed, BINDING)).rejects.toThrow(SecretBoxError);
  });
});
