import { describe, expect, it } from "vitest";
import { HEADERS_BYTES, MAX_PAYLOAD_BYTES, payloadBytes } from "../../../shared/kernel/answer-size.ts";
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
    expect(await sandboxMailSource(deps, owner, { id })).toBe("Subject: Olá\r\n\r\n");
  });

  it("find nothing of another owner", async () => {
    const { deps, id } = await aSandboxWith("Subject: a\r\n\r\n");
    await expect(readSandboxMail(deps, anOwner(), id)).rejects.toMatchObject({ code: "not_found" });
    await expect(sandboxMailSource(deps, anOwner(), { id })).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuse a source that does not fit into an answer, and still tell what the mail says", async () => {
    const { deps, owner, id } = await aSandboxWith("a".repeat(7_000_000));
    await expect(sandboxMailSource(deps, owner, { id })).rejects.toMatchObject({
      code: "invalid_request",
      message: "the message is too large for one answer: read it in parts with from",
    });
    expect(await readSandboxMail(deps, owner, id)).toMatchObject({ text: "7000000" });
  });

  it("give a large source in parts, each of which ends between two characters and fits into an answer", async () => {
    const source = `Subject: Large\r\n\r\n${'"\r\n\\\t'.repeat(400_000)}${"é漢😀".repeat(600_000)}`;
    const { deps, owner, id } = await aSandboxWith(source);
    const parts: string[] = [];
    for (let from = 0; from < Buffer.byteLength(source); from += Buffer.byteLength(parts.at(-1) ?? ""))
      parts.push(await sandboxMailSource(deps, owner, { id, from }));
    expect(parts.join("") === source).toBe(true);
    expect(parts.slice(0, -1).every((part) => Buffer.byteLength(part) >= 3_000_000)).toBe(true);
    expect(parts.every((part) => payloadBytes(part) < MAX_PAYLOAD_BYTES - HEADERS_BYTES)).toBe(true);
    expect(await sandboxMailSource(deps, owner, { id, from: Buffer.byteLength(source) })).toBe("");
  });
});
