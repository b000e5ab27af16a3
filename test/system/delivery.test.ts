import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, call, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
});
afterAll(() => stack.close());

const settle = async (more: Fields, who = owner) => stack.settled(who.key, await stack.accepted(who.key, more), 40_000);
const count = async (to: string) => (await stack.mails(to)).length;

describe.concurrent("the mail server's answers (D21)", () => {
  it.for<[string, string]>([
    ["reject", "550"],
    ["full", "552"],
  ])("%s at RCPT is final: failed at once, with the server's words", async ([local, code], { expect }) => {
    const to = anAddress(local);
    const ended = await settle({ recipient: to });
    expect(ended).toMatchObject({ status: "failed", attempts: 1, last_error: expect.stringContaining(code) });
    expect(await count(to)).toBe(0);
  });

  it("defer2 is tried again: sent at the third attempt, last_error cleared (S-retry)", async ({ expect }) => {
    const recipient = anAddress("defer2");
    const id = await stack.accepted(owner.key, { recipient });
    const waiting = await until(
      () => stack.notification(owner.key, id),
      (one) => one.last_error !== undefined,
      { everyMs: 10 },
    );
    expect(waiting).toMatchObject({ last_error: expect.stringContaining("451") });
    expect(["pending", "processing"]).toContain(waiting.status);
    const ended = await stack.settled(owner.key, id);
    expect(ended).toMatchObject({ status: "sent", attempts: 3 });
    expect(ended).not.toHaveProperty("last_error");
    expect(await count(recipient)).toBe(1);
  });

  it("gives up after five attempts and keeps the cause (S-failed, F-last-error)", async ({ expect }) => {
    const recipient = anAddress("defer9");
    const ended = await settle({ recipient });
    expect(ended).toMatchObject({
      status: "failed",
      attempts: 5,
      max_attempts: 5,
      last_error: expect.stringContaining("451"),
    });
    expect(await count(recipient)).toBe(0);
  });

  it("shows processing with the attempt counted while the server takes its time", async ({ expect }) => {
    const id = await stack.accepted(owner.key, { recipient: anAddress("slow2") });
    const seen = await until(
      () => stack.notification(owner.key, id),
      ({ status }) => status === "processing",
      { everyMs: 20 },
    );
    expect(seen).toMatchObject({ attempts: 1 });
    expect((await stack.settled(owner.key, id)).status).toBe("sent");
  });

  it("repeats the same mail once, with the same Message-ID, when the connection breaks after DATA", async ({
    expect,
  }) => {
    const recipient = anAddress("drop");
    const id = await stack.accepted(owner.key, { recipient });
    const ended = await stack.settled(owner.key, id, 40_000);
    expect(ended).toMatchObject({
      ...{ status: "failed", attempts: 2, max_attempts: 5 },
      last_error: expect.stringContaining("it may have been delivered"),
    });
    const mails = await stack.mails(recipient);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map((mail) => mail.message_id)).size).toBe(1);
  });
});

describe.concurrent("several recipients (D21)", () => {
  it.for(["cc", "bcc"])(
    "one refused for good in %s: the other gets one mail, and it is sent",
    async (field, { expect }) => {
      const [good, bad] = [anAddress("good"), anAddress("reject")];
      const ended = await settle({ recipient: good, [field]: [bad] });
      expect(ended).toMatchObject({ status: "sent", attempts: 1 });
      expect(ended).not.toHaveProperty("last_error");
      expect([await count(good), await count(bad)]).toEqual([1, 0]);
    },
  );

  it("the recipient refused, a copy accepted: sent too", async ({ expect }) => {
    const [bad, good] = [anAddress("reject"), anAddress("good")];
    expect(await settle({ recipient: bad, cc: [good] })).toMatchObject({ status: "sent", attempts: 1 });
    expect(await count(good)).toBe(1);
  });

  it("all refused: failed", async ({ expect }) => {
    const ended = await settle({ recipient: anAddress("reject"), cc: [anAddress("full")], bcc: [anAddress("reject")] });
    expect(ended).toMatchObject({ status: "failed", attempts: 1, last_error: expect.stringMatching(/55\d/) });
  });

  it("one deferred is tried again alone: a recipient who has it gets no repeat", async ({ expect }) => {
    const [good, copy, later] = [anAddress("good"), anAddress("copy"), anAddress("defer2")];
    const ended = await settle({ recipient: good, cc: [later], bcc: [copy] });
    expect(ended).toMatchObject({ status: "sent", attempts: 3 });
    expect([await count(good), await count(copy), await count(later)]).toEqual([1, 1, 1]);
    const [mail] = await stack.mails(later);
    expect(mail?.rcpt_to).toEqual([later]);
    expect(mail?.message_id).toBe((await stack.mails(good))[0]?.message_id);
  });

  it("one accepted, one refused, one deferred: each exactly its own", async ({ expect }) => {
    const [good, bad, later] = [anAddress("good"), anAddress("reject"), anAddress("defer1")];
    expect(await settle({ recipient: bad, cc: [good, later] })).toMatchObject({ status: "sent", attempts: 2 });
    expect([await count(good), await count(bad), await count(later)]).toEqual([1, 0, 1]);
  });

  it("deferred to the end beside one accepted: five attempts, and one mail", async ({ expect }) => {
    const [good, never] = [anAddress("good"), anAddress("defer9")];
    const ended = await settle({ recipient: good, cc: [never] });
    expect(ended.attempts).toBe(5);
    expect([await count(good), await count(never)]).toEqual([1, 0]);
  });
});

describe.concurrent("the account between acceptance and delivery", () => {
  /** Makes a notification that waits in the queue after its first attempt. */
  const waiting = async (who: Owner, recipient = anAddress("defer3")) => {
    const id = await stack.accepted(who.key, { recipient });
    await until(
      () => stack.notification(who.key, id),
      (one) => one.last_error !== undefined,
      { everyMs: 10 },
    );
    return { id, recipient };
  };
  const put = (who: Owner, change: Fields) =>
    stack.call("PUT", `/api/v1/smtp-accounts/${who.accountId}`, { token: who.token, json: stack.account(change) });

  it("deleted: failed with a reason, history kept (P-deleted-account)", async ({ expect }) => {
    const who = await stack.owner();
    const sent = await stack.accepted(who.key);
    await stack.settled(who.key, sent);
    const { id, recipient } = await waiting(who);
    expect((await stack.call("DELETE", `/api/v1/smtp-accounts/${who.accountId}`, { token: who.token })).status).toBe(
      204,
    );
    const ended = await stack.settled(who.key, id);
    expect(ended).toMatchObject({ status: "failed", last_error: expect.stringMatching(/account/) });
    expect(ended.attempts).toBeLessThan(5);
    expect(await count(recipient)).toBe(0);
    expect((await stack.notification(who.key, sent)).status).toBe("sent");
  });

  it("given a wrong password: refused for good, and the password is not told", async ({ expect }) => {
    const who = await stack.owner();
    const { id } = await waiting(who);
    await put(who, { password: "wr0ng-later" });
    const ended = await stack.settled(who.key, id);
    expect(ended).toMatchObject({ status: "failed", last_error: expect.stringMatching(/535|auth/i) });
    expect(ended.attempts).toBeLessThan(5);
    expect(JSON.stringify(ended)).not.toContain("wr0ng-later");
  });

  it("given other trusted domains: refused for good", async ({ expect }) => {
    const who = await stack.owner();
    const { id, recipient } = await waiting(who);
    await put(who, { trusted_domains: ["elsewhere.example"] });
    expect(await stack.settled(who.key, id)).toMatchObject({
      status: "failed",
      last_error: expect.stringMatching(/domain/),
    });
    expect(await count(recipient)).toBe(0);
  });

  it("pointed to a port that is closed, then mended: sent in the end", async ({ expect }) => {
    const who = await stack.owner({ port: 1 });
    const to = anAddress();
    const id = await stack.accepted(who.key, { recipient: to });
    const first = await until(
      () => stack.notification(who.key, id),
      (one) => one.last_error !== undefined,
      { everyMs: 10 },
    );
    expect(first).toMatchObject({ attempts: 1, last_error: expect.stringMatching(/\S/) });
    await put(who, {});
    expect(await stack.settled(who.key, id)).toMatchObject({ status: "sent" });
    expect(await count(to)).toBe(1);
  });

  it.for<[string, Fields]>([
    ["a private address", { host: "10.0.0.1" }],
    ["the metadata address", { host: "169.254.169.254" }],
  ])("on %s: never connected, ends failed with a reason", async ([, change], { expect }) => {
    const who = await stack.owner(change);
    const ended = await settle({}, who);
    expect(ended).toMatchObject({ status: "failed", last_error: expect.stringMatching(/\S/) });
  });
});

describe("many at once", () => {
  it("delivers 300 notifications of three owners that come at once, each once", async () => {
    const owners = await Promise.all([stack.owner(), stack.owner(), stack.owner()]);
    const at = `${randomUUID().slice(0, 8)}.example`;
    const ended = await Promise.all(
      owners.map(async ({ key }, o) => {
        const accepted = Array.from({ length: 100 }, (_, i) => stack.accepted(key, { recipient: `n${i}@o${o}.${at}` }));
        return stack.allSettled(key, await Promise.all(accepted));
      }),
    );
    expect(new Set(ended.flat().map((one) => `${one.status} ${one.attempts}`))).toEqual(new Set(["sent 1"]));
    const { body } = await call("GET", `${stack.file.mailbox_url}/api/messages?limit=1000`);
    const got = (body.messages as { rcpt_to: string[] }[])
      .flatMap((mail) => mail.rcpt_to)
      .filter((to) => to.endsWith(at));
    expect([got.length, new Set(got).size]).toEqual([300, 300]);
  });

  it("does not let one owner's slow backlog hold up another's mail (D25)", async () => {
    const [busy, other] = await Promise.all([stack.owner(), stack.owner()]);
    const backlog = await Promise.all(
      Array.from({ length: 20 }, () => stack.accepted(busy.key, { recipient: anAddress("slow5") })),
    );
    expect(await settle({}, other)).toMatchObject({ status: "sent", attempts: 1 });
    const meanwhile = await Promise.all(backlog.map((id) => stack.notification(busy.key, id)));
    expect(meanwhile.map((one) => one.status)).toContain("pending");
    const ended = await stack.allSettled(busy.key, backlog);
    expect(new Set(ended.map((one) => one.status))).toEqual(new Set(["sent"]));
  });
});
