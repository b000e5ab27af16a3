import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Mail } from "../../../../shared/email/domain/mail.ts";
import type { HttpApiSettings } from "../../../../shared/email/domain/sending-account.ts";
import { SandboxMailer } from "../../../../shared/email/sandbox/sandbox-mailer.ts";
import { testOwnerOf } from "../../../../shared/kernel/test-mode.ts";
import type { SandboxEffect } from "../../../../shared/sandbox/contract/effects.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemorySandboxMails } from "../../../support/in-memory-sandbox-mails.ts";
import { aMail, aRoute } from "../../../support/mailer-fixtures.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";

const ID = "0192f0c1-0000-7000-8000-000000000001";

interface Setting {
  readonly hasQueue?: boolean;
  readonly files?: Record<string, Uint8Array>;
  /** The queue refuses what it is given while there are errors here. */
  readonly queueErrors?: Error[];
}

function aSandbox({ hasQueue = true, files = {}, queueErrors = [] }: Setting = {}) {
  const clock = fakeClock("2027-11-21T12:00:00.000Z");
  const sandboxMails = inMemorySandboxMails(clock);
  const effects: [SandboxEffect, number | undefined][] = [];
  const sandboxQueue = {
    async enqueue(effect: SandboxEffect, delaySeconds?: number) {
      const error = queueErrors.shift();
      if (error) throw error;
      effects.push([effect, delaySeconds]);
    },
  };
  const mailer = new SandboxMailer({
    sandboxMails,
    sandboxQueue: hasQueue ? sandboxQueue : undefined,
    clock,
    identifiers: sequentialIdentifiers(),
    readFile: async (key, from, bytes) => {
      const file = files[key];
      if (file === undefined) throw new Error("no such file");
      return file.subarray(from, from + bytes);
    },
  });
  const owner = testOwnerOf(anOwner());
  const stages: string[] = [];
  const route = aRoute(9, { host: "nowhere.invalid" }, { owner, onStage: (stage) => void stages.push(stage) });
  const send = (changes: Partial<Mail>, timeoutMs = 30_000) => mailer.send(route, aMail(changes), timeoutMs);
  const kept = async () => (await sandboxMails.list(owner, { limit: 100 })).mails;
  const source = async () => new TextDecoder().decode(await sandboxMails.source(owner, (await kept())[0]?.id ?? ""));
  return { mailer, send, kept, source, effects, owner, stages, route };
}

const accepted = (address: string) => ({ address, result: "accepted" });

describe("SandboxMailer", () => {
  it("keeps the mail as a server would have got it, and answers that it is taken", async () => {
    const { send, kept, source, stages, effects } = aSandbox();
    const outcome = await send({
      to: "anna@example.org",
      bcc: ["bo@bücher.example"],
      envelopeSender: "return@shop.example",
      subject: "Olá",
      from: { name: "Shop, Inc.", address: "hello@shop.example" },
    });
    expect(outcome).toEqual({
      kind: "answered",
      recipients: [accepted("anna@example.org"), accepted("bo@bücher.example")],
      reply: "250 2.0.0 kept in the sandbox",
    });
    const text = await source();
    expect(await kept()).toEqual([
      {
        id: "00000000-0000-7000-8000-000000000001",
        notificationId: ID,
        receivedAt: "2027-11-21T12:00:00.000Z",
        mailFrom: "return@shop.example",
        rcptTo: ["anna@example.org", "bo@xn--bcher-kva.example"],
        messageId: `<${ID}@sender.example>`,
        subject: "Olá",
        from: '"Shop, Inc." <hello@shop.example>',
        size: Buffer.byteLength(text),
      },
    ]);
    expect(text).toContain('From: "Shop, Inc." <hello@shop.example>\r\n');
    expect(text).not.toContain("Bcc");
    expect(stages).toEqual(["sender", "recipients", "content"]);
    expect(effects).toEqual([]);
  });

  it.each([
    [{ name: "", address: "a@Shop.example" }, "a@Shop.example"],
    [{ name: "Loja São", address: "a@shop.example" }, "Loja São <a@shop.example>"],
    [{ name: 'The "Shop"', address: "a@bücher.example" }, '"The \\"Shop\\"" <a@xn--bcher-kva.example>'],
  ])("shows the sender %o as its header does", async (from, shown) => {
    const { send, kept } = aSandbox();
    await send({ from });
    expect((await kept())[0]?.from).toBe(shown);
  });

  it("reads stored files into the source", async () => {
    const bytes = Buffer.from("Item,Price\n".repeat(20_000));
    const { send, source } = aSandbox({ files: { "attachments/1": bytes } });
    const attachments = [
      { filename: "a.csv", sizeBytes: bytes.length, source: { key: "attachments/1" } },
      { filename: "b.txt", sizeBytes: 2, source: { base64: "aGk=" } },
    ];
    expect(await send({ attachments })).toMatchObject({ kind: "answered" });
    const text = await source();
    expect(text.replaceAll("\r\n", "")).toContain(bytes.toString("base64"));
    expect(text).toContain("aGk=");
  });

  it("keeps nothing when a file cannot be read", async () => {
    const { send, kept } = aSandbox();
    const attachments = [{ filename: "a.csv", sizeBytes: 9, source: { key: "attachments/gone" } }];
    expect(await send({ attachments })).toEqual({
      kind: "failed",
      isTerminal: false,
      stage: "content",
      code: undefined,
      cause: "a file of the mail could not be read: nothing was delivered",
    });
    expect(await kept()).toEqual([]);
  });

  it("refuses, and keeps the mail for the others", async () => {
    const { send, kept } = aSandbox();
    const outcome = await send({ to: "Reject+1@example.org", cc: ["full@example.org"], bcc: ["anna@example.org"] });
    expect(outcome).toMatchObject({
      kind: "answered",
      recipients: [
        { address: "Reject+1@example.org", result: "refused", code: 550, text: "550 5.1.1 No such mailbox here" },
        { address: "full@example.org", result: "refused", code: 552, text: "552 5.2.2 Mailbox full" },
        accepted("anna@example.org"),
      ],
    });
    expect((await kept()).map(({ rcptTo }) => rcptTo)).toEqual([["anna@example.org"]]);
  });

  it("keeps nothing when everybody is refused", async () => {
    const { send, kept, stages } = aSandbox();
    expect(await send({ to: "reject@example.org" })).not.toHaveProperty("reply");
    expect(await kept()).toEqual([]);
    expect(stages).toEqual(["sender", "recipients"]);
  });

  it("defers the first attempts, counted for each mail and recipient", async () => {
    const { send, kept } = aSandbox();
    const attempt = async (changes: Partial<Mail> = {}) => {
      const outcome = await send({ to: "defer2@example.org", ...changes });
      return outcome.kind === "answered" ? outcome.recipients.map(({ code = 250 }) => code) : outcome.kind;
    };
    expect(await attempt()).toEqual([451]);
    expect(await attempt({ messageId: "<another@sender.example>" })).toEqual([451]);
    expect(await attempt({ cc: ["defer1@example.org"] })).toEqual([451, 451]);
    expect(await attempt()).toEqual([250]);
    expect(await kept()).toHaveLength(1);
  });

  it("keeps a dropped mail, and answers that it is in doubt", async () => {
    const { send, kept } = aSandbox();
    expect(await send({ to: "drop@example.org", cc: ["reject@example.org"] })).toEqual({
      kind: "failed",
      isTerminal: false,
      isInDoubt: true,
      stage: "content",
      code: undefined,
      cause:
        "the server took the whole mail and did not answer: it may have been delivered (connection lost: connection closed by the server)",
      refused: [expect.objectContaining({ address: "reject@example.org" })],
    });
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    ["bounce+1@example.org", "bounced"],
    ["Complain@example.org", "complained"],
  ])("takes a mail to %s, and has it reported a second later", async (to, report) => {
    const { send, effects, owner, kept } = aSandbox();
    expect(await send({ to })).toMatchObject({ kind: "answered", recipients: [accepted(to)] });
    expect(await kept()).toHaveLength(1);
    expect(effects).toEqual([[{ kind: "mail-report", owner, notificationId: ID, recipient: to, report, tries: 0 }, 1]]);
  });

  it("keeps a mail once when the queue refuses its report and the mail is sent again", async () => {
    const { send, kept, source, effects } = aSandbox({ queueErrors: [new Error("no queue")] });
    await expect(send({ to: "bounce@example.org" })).rejects.toThrow("no queue");
    expect(await send({ to: "bounce@example.org" })).toMatchObject({ kind: "answered" });
    expect(await kept()).toHaveLength(1);
    expect(await source()).toContain("To: bounce@example.org");
    expect(effects).toHaveLength(1);
  });

  it("keeps a dropped mail as often as it is sent", async () => {
    const { send, kept } = aSandbox();
    for (let copy = 1; copy <= 2; copy++) {
      await send({ to: "drop@example.org" });
      expect(await kept()).toHaveLength(copy);
    }
  });

  it("has nothing reported of a test send, which has no notification", async () => {
    const { send, effects, kept } = aSandbox({ hasQueue: false });
    await send({ to: "bounce@example.org" });
    expect(await kept()).toEqual([expect.not.objectContaining({ notificationId: expect.anything() })]);
    expect(effects).toEqual([]);
  });

  it("takes the mail of an account with provider http_api alike", async () => {
    const { mailer, route, kept } = aSandbox();
    const settings: HttpApiSettings = { provider: "http_api", endpoint: "https://nowhere.invalid", bodyTemplate: "{}" };
    expect(await mailer.send({ ...route, settings }, aMail(), 1000)).toMatchObject({ kind: "answered" });
    expect(await kept()).toHaveLength(1);
  });

  it("fails for good where an address cannot be written", async () => {
    const { send, kept } = aSandbox();
    expect(await send({ to: "a b@example.org" })).toMatchObject({ kind: "failed", isTerminal: true, stage: "content" });
    expect(await kept()).toEqual([]);
  });

  describe("in time", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it("waits, and then takes the mail", async () => {
      const { send, kept } = aSandbox();
      const sent = send({ to: "slow5@example.org", cc: ["slow2@example.org"] });
      await vi.advanceTimersByTimeAsync(4999);
      expect(await kept()).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await sent).toMatchObject({ kind: "answered" });
      expect(await kept()).toHaveLength(1);
    });

    it("is in doubt when the time of the send is over, and keeps nothing", async () => {
      const { send, kept } = aSandbox();
      const sent = send({ to: "slow60@example.org", cc: ["reject@example.org"] }, 30_000);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await sent).toMatchObject({
        kind: "failed",
        isTerminal: false,
        isInDoubt: true,
        stage: "content",
        cause: expect.stringContaining("no answer from the server within 30000 ms"),
        refused: [expect.objectContaining({ address: "reject@example.org" })],
      });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await kept()).toEqual([]);
    });
  });
});
