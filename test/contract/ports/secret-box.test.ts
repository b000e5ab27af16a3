import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileSecretBox } from "../../../shared/kernel/file/file-secret-box.ts";
import { cachedSecretBox } from "../../../shared/kernel/secrets/cached-secret-box.ts";
import { type Sealed, type SecretBox, SecretBoxError } from "../../../shared/kernel/secrets/secret-box.ts";
import { anOwner } from "../../support/an-owner.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";

let folder = "";
let keyFile = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-key-"));
  keyFile = join(folder, "key");
  writeFileSync(keyFile, `${randomBytes(32).toString("hex")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BINDING = { owner: anOwner("owner-1"), accountId: "account-1" };

/** Every SecretBox keeps these promises. */
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
secretBoxContract("key file", () => new FileSecretBox(keyFile));
secretBoxContract("key file, cached", () => cachedSecretBox(new FileSecretBox(keyFile)));

describe("FileSecretBox", () => {
  it("notices any changed byte and any cut", async () => {
    const box = new FileSecretBox(keyFile);
    const bytes = Buffer.from(await box.seal("secret", BINDING), "base64");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      const cut = bytes.subarray(0, at);
      for (const damaged of [changed, cut])
        await expect(box.open(damaged.toString("base64") as Sealed, BINDING)).rejects.toThrow(SecretBoxError);
    }
  });

  it("does not open an empty secret whose tag was cut short", async () => {
    const box = new FileSecretBox(keyFile);
    const bytes = Buffer.from(await box.seal("", BINDING), "base64");
    for (let kept = 12; kept < bytes.length; kept++) {
      const cut = bytes.subarray(0, kept).toString("base64") as Sealed;
      await expect(box.open(cut, BINDING)).rejects.toThrow(SecretBoxError);
    }
  });

  it("does not open what another key sealed", async () => {
    const otherFile = join(folder, "other");
    writeFileSync(otherFile, randomBytes(32).toString("hex"));
    const sealed = await new FileSecretBox(otherFile).seal("secret", BINDING);
    await expect(new FileSecretBox(keyFile).open(sealed, BINDING)).rejects.toThrow(SecretBoxError);
  });

  it.each(["", "abc", "zz".repeat(32), "ab".repeat(31)])("refuses the key %j, naming the file", (key) => {
    const file = join(folder, "bad");
    writeFileSync(file, key);
    expect(() => new FileSecretBox(file)).toThrow("must hold 32 bytes in hex");
  });
});

describe("cachedSecretBox()", () => {
  it("asks the box behind it once for the same secret, and again for a changed one", async () => {
    const box = plainSecretBox();
    let opened = 0;
    const counted: SecretBox = {
      seal: (plain, binding) => box.seal(plain, binding),
      open(sealed, binding) {
        opened += 1;
        return box.open(sealed, binding);
      },
    };
    const cached = cachedSecretBox(counted);
    const sealed = await cached.seal("secret", BINDING);
    for (let i = 0; i < 5; i++) expect(await cached.open(sealed, BINDING)).toBe("secret");
    expect(opened).toBe(1);
    expect(await cached.open(await cached.seal("changed", BINDING), BINDING)).toBe("changed");
    expect(opened).toBe(2);
  });
});
