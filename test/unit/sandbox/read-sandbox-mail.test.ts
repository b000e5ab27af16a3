import { describe, expect, it } from "vitest";
import { readSandboxMail, sandboxMailSource } from "../../../shared/sandbox/read-sandbox-mail.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemorySandboxMails } from "../../support/in-memory-sandbox-mails.ts";

async function aSandboxWith(text: string) {
  const sandboxMails = inMemorySandboxMails(fakeClock());
  const owner = anOwner();
  const id = crypto.randomUUID();
  const mail = {
    ...{ id, receivedAt: "2026-11-21T12:00:00.000Z", mailFrom: "a@b.example", rcptTo: ["c@d.example"] },
    ...{ messageId: "<1@b.example>", subject: "Hello", from: "a@b.example", size: text.length },
  };
  await sandboxMails.add(owner, mail, Buffer.from(text));
  const mailReader = { read: async (source: Uint8Array) => ({ headers: {}, text: String(source.length), html: "" }) };
  return { deps: { sandboxMails, mailReader }, owner, id, mail };
}

describe("readSandboxMail() and sandboxMailSource()", () => {
  it("return a mail with what its source says, and the source", async () => {
    const { deps, owner, id, mail } = await aSandboxWith("Subject: Olá\r\n\r\n");
    expect(await readSandboxMail(deps, owner, id)).toEqual({ mail, headers: {}, text: "17", html: "" });
    expect(await sandboxMailSource(deps, owner, id)).toBe("Subject: Olá\r\n\r\n");
  });

  it("find nothing of another owner", async () => {
    const { deps, id } = await aSandboxWith("Subject: a\r\n\r\n");
    await expect(readSandboxMail(deps, anOwner(), id)).rejects.toMatchObject({ code: "not_found" });
    await expect(sandboxMailSource(deps, anOwner(), id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuse a source that does not fit into an answer, and still tell what the mail says", async () => {
    const { deps, owner, id } = await aSandboxWith("a".repeat(7_000_000));
    await expect(sandboxMailSource(deps, owner, id)).rejects.toMatchObject({
      code: "invalid_request",
      message: "the message is too large to be shown",
    });
    expect(await readSandboxMail(deps, owner, id)).toMatchObject({ text: "7000000" });
  });
});
