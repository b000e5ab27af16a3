import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KMSClient } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KmsSealingKey } from "../../../shared/aws/kms/kms-sealing-key.ts";
import { FileSealingKey } from "../../../shared/kernel/file/file-sealing-key.ts";
import type { SealingKey } from "../../../shared/kernel/secrets/data-keys.ts";
import type { SealingPurpose } from "../../../shared/kernel/secrets/sealing-purposes.ts";
import { keyServer } from "../../support/key-server.ts";
import { plainSealingKey } from "../../support/plain-sealing-key.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const KEY_ARN = "arn:aws:kms:us-east-1:123456789012:key/1";
let folder = "";
let server: Awaited<ReturnType<typeof keyServer>>;
let client: KMSClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "herald-key-"));
  writeFileSync(join(folder, "key"), `${randomBytes(32).toString("hex")}\n`);
  server = await keyServer();
  const { endpoint } = server;
  client = new KMSClient({ endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts: 1 });
});
afterAll(() => {
  client.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Tests the promises that every SealingKey keeps. */
function sealingKeyContract(name: string, keyFor: (purpose: SealingPurpose) => SealingKey): void {
  describe(`SealingKey: ${name}`, () => {
    it("makes a data key of 32 bytes, another one each time, and opens it to the same bytes", async () => {
      const key = keyFor("account-secrets");
      const [one, other] = [await key.makeDataKey(), await key.makeDataKey()];
      const [opened, again, second] = [
        await key.openDataKey(one),
        await keyFor("account-secrets").openDataKey(one),
        await key.openDataKey(other),
      ];
      expect(opened.symmetricKeySize).toBe(32);
      expect(opened.equals(again)).toBe(true);
      expect(opened.equals(second)).toBe(false);
    });

    it("opens no data key of another purpose", async () => {
      const sealed = await keyFor("request-secrets").makeDataKey();
      await expect(keyFor("account-secrets").openDataKey(sealed)).rejects.toThrow();
    });

    it.each(["", "AAAA", "A".repeat(200)])("does not open %j", async (sealed) => {
      await expect(keyFor("account-secrets").openDataKey(sealed)).rejects.toThrow();
    });
  });
}

sealingKeyContract("double", plainSealingKey);
sealingKeyContract("key file", (purpose) => new FileSealingKey(join(folder, "key"), purpose));
sealingKeyContract("KMS", (purpose) => new KmsSealingKey({ keyId: KEY_ARN, purpose }, client));

describe("FileSealingKey", () => {
  it("opens no data key that another file sealed", async () => {
    const otherFile = join(folder, "other");
    writeFileSync(otherFile, randomBytes(32).toString("hex"));
    const sealed = await new FileSealingKey(otherFile, "account-secrets").makeDataKey();
    await expect(new FileSealingKey(join(folder, "key"), "account-secrets").openDataKey(sealed)).rejects.toThrow();
  });

  it.each(["", "abc", "zz".repeat(32), "ab".repeat(31)])("refuses the key %j, naming the file", (key) => {
    const file = join(folder, "bad");
    writeFileSync(file, key);
    expect(() => new FileSealingKey(file, "account-secrets")).toThrow("must hold 32 bytes in hex");
  });
});
