import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmailAddress } from "../../../shared/email/domain/email-address.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { interpretReturnedMail } from "../../../shared/returned-mail/domain/interpret-returned-mail.ts";
import { envelopeSender, keyedReturnPath, namedByToken } from "../../../shared/returned-mail/return-tokens.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryReturnKeys } from "../../support/in-memory-return-keys.ts";

const REPORT = [
  { type: "message/delivery-status", text: "Final-Recipient: rfc822; ana@x.example\nAction: failed\nStatus: 5.1.1\n" },
];
const LONGEST = "12345678901234567890@bounces.example.com";

async function setUp(address = "b@bounces.example.com") {
  const returnKeys = inMemoryReturnKeys();
  const owner = anOwner();
  const path = await keyedReturnPath(returnKeys, owner, address);
  const other = await keyedReturnPath(returnKeys, anOwner("another"), address);
  return { returnKeys, owner, path, other };
}

describe("the envelope sender of a mail (D45f)", () => {
  it("has at most 64 octets before the at sign, in lower-case letters and digits, and names its notification in any case", async () => {
    const { returnKeys, owner, path } = await setUp(LONGEST);
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (id) => {
        const sender = envelopeSender(path, id);
        expect(sender).toMatch(/^12345678901234567890\+[0-9a-z]{42}@bounces\.example\.com$/);
        expect(sender.indexOf("@")).toBeLessThanOrEqual(64);
        expect(isEmailAddress(sender)).toBe(true);
        expect(envelopeSender(path, id)).toBe(sender);
        for (const written of [sender, sender.toUpperCase(), sender.replace("@", "@SUB.")])
          expect(await namedByToken(returnKeys, written)).toEqual({ owner, id });
      }),
    );
  });

  it("is read in quotation marks, which mail servers put around a local part with a dot first, last or doubled", async () => {
    const { returnKeys, owner, path } = await setUp(".b..c.@bounces.example.com");
    const id = systemIdentifiers.newId();
    const [local, domain] = envelopeSender(path, id).split("@");
    expect(local).toMatch(/^\.b\.\.c\.\+[0-9a-z]{42}$/);
    for (const written of [`"${local}"@${domain}`, `<"${local}"@${domain}>`, `${local}@${domain}`]) {
      const mail = { headers: [{ name: "from", value: "MAILER-DAEMON@mx.example" }], text: "", parts: REPORT };
      const returned = interpretReturnedMail(mail, [written]);
      const [address = ""] = returned === "not_understood" ? [] : returned.tokenAddresses;
      expect(await namedByToken(returnKeys, address)).toEqual({ owner, id });
    }
  });

  it("adds the token to the local part", async () => {
    const { path } = await setUp();
    expect(envelopeSender(path, systemIdentifiers.newId())).toMatch(/^b\+[0-9a-z]{42}@bounces\.example\.com$/);
  });

  it("is read only as it was made: each changed character makes it another one", async () => {
    const { returnKeys, path } = await setUp();
    const sender = envelopeSender(path, systemIdentifiers.newId());
    for (let place = 2; place < sender.indexOf("@"); place++) {
      const changed = sender[place] === "0" ? "1" : "0";
      const forged = sender.slice(0, place) + changed + sender.slice(place + 1);
      expect([place, await namedByToken(returnKeys, forged)]).toEqual([place, undefined]);
    }
  });

  it("belongs to its owner: the key of another one makes another token", async () => {
    const { returnKeys, path, other } = await setUp();
    const id = systemIdentifiers.newId();
    const forged = envelopeSender({ ...other, keyId: path.keyId }, id);
    expect(forged).not.toBe(envelopeSender(path, id));
    expect(await namedByToken(returnKeys, forged)).toBeUndefined();
  });

  it.each([
    ["no token", "b@bounces.example.com"],
    ["an empty one", "b+@bounces.example.com"],
    ["a short one", `b+${"0".repeat(41)}@bounces.example.com`],
    ["a long one", `b+${"0".repeat(43)}@bounces.example.com`],
    ["one with other characters", `b+${"-".repeat(42)}@bounces.example.com`],
    ["one beyond its bytes", `b+${"z".repeat(42)}@bounces.example.com`],
    ["one of an unknown key", `b+${"0".repeat(42)}@bounces.example.com`],
    ["no address", ""],
  ])("is not read from an address with %s", async (_, address) => {
    const { returnKeys } = await setUp();
    expect(await namedByToken(returnKeys, address)).toBeUndefined();
  });

  it("is read by nobody once its owner's key is erased (D45i)", async () => {
    const { path } = await setUp();
    const sender = envelopeSender(path, systemIdentifiers.newId());
    expect(await namedByToken(inMemoryReturnKeys(), sender)).toBeUndefined();
  });
});
