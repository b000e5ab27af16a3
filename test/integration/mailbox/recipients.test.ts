import { describe, expect, it } from "vitest";
import { aMailbox, eventually, listed, RawClient, refusal, send } from "./mailbox-fixture.ts";

describe("recipients with a meaning (M-recipients)", () => {
  it.each(["reject@x.test", "REJECT@other.test", "Reject+any+thing@x.test"])(
    "%s is refused at RCPT with 550",
    async (to) => {
      const mailbox = await aMailbox();
      const client = new RawClient(mailbox.smtpPort);
      await client.greet();
      await client.say("MAIL FROM:<a@x.test>");
      expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^550 /);
    },
  );

  it("reject and full leave the other recipients alone", async () => {
    const mailbox = await aMailbox();
    const sent = await send(mailbox.smtpPort, { to: ["reject@x.test", "b@y.test", "full@x.test"] });
    expect(sent.rejected).toEqual(["reject@x.test", "full@x.test"]);
    expect(sent.rejectedErrors?.map(({ responseCode }) => responseCode)).toEqual([550, 552]);
    expect((await listed(mailbox)).map(({ rcpt_to }) => rcpt_to)).toEqual([["b@y.test"]]);
  });

  it("full is refused with 552 5.2.2 and nothing is kept", async () => {
    const mailbox = await aMailbox();
    const error = await refusal(send(mailbox.smtpPort, { to: "full+1@x.test" }));
    expect(error).toMatchObject({ responseCode: 552, response: expect.stringContaining("552 5.2.2") });
    expect(await listed(mailbox)).toEqual([]);
  });

  it("defer<N> answers 451 to the first N attempts of each address, in any case, then accepts", async () => {
    const mailbox = await aMailbox();
    const codes: string[] = [];
    const client = new RawClient(mailbox.smtpPort);
    await client.greet();
    for (const to of ["defer2+a@x.test", "DEFER2+A@X.test", "defer2+b@x.test", "defer2+a@x.test", "defer2+a@x.test"]) {
      await client.say("MAIL FROM:<a@x.test>");
      codes.push((await client.say(`RCPT TO:<${to}>`)).slice(0, 3));
      await client.say("RSET");
    }
    expect(codes).toEqual(["451", "451", "451", "250", "250"]);
  });

  it("defer0 is accepted at once", async () => {
    const mailbox = await aMailbox();
    await send(mailbox.smtpPort, { to: "defer0@x.test" });
    expect(await listed(mailbox)).toHaveLength(1);
  });

  it("counts attempts across restarts", async () => {
    const first = await aMailbox();
    expect(await refusal(send(first.smtpPort, { to: "defer2@x.test" }))).toMatchObject({ responseCode: 451 });
    await first.close();
    const second = await aMailbox({ dataDir: first.dir });
    expect(await refusal(send(second.smtpPort, { to: "defer2@x.test" }))).toMatchObject({ responseCode: 451 });
    await send(second.smtpPort, { to: "defer2@x.test" });
    expect(await listed(second)).toHaveLength(1);
  });

  it("slow<S> answers DATA after S seconds, others meanwhile", async () => {
    const mailbox = await aMailbox();
    const startedMs = performance.now();
    const answered: string[] = [];
    const mail = async (to: string[], subject: string) => {
      await send(mailbox.smtpPort, { to, subject });
      answered.push(subject);
    };
    const slow = mail(["b@y.test", "Slow3+x@x.test"], "slow");
    await mail(["b@y.test"], "quick");
    await slow;
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(2995);
    expect(answered).toEqual(["quick", "slow"]);
    expect((await listed(mailbox)).map(({ subject }) => subject)).toEqual(["slow", "quick"]);
  });

  it("slow<S> keeps nothing for a client that does not wait for the answer", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.upToData(["slow1@x.test"]);
    client.socket.write("Subject: impatient\r\n\r\nx\r\n.\r\n");
    client.socket.end();
    await client.ended;
    await send(mailbox.smtpPort, { to: "slow2@x.test", subject: "patient" });
    expect((await listed(mailbox)).map(({ subject }) => subject)).toEqual(["patient"]);
  });

  it.each([{ ignoreTLS: true }, { ignoreTLS: false, requireTLS: true }])(
    "drop closes the connection after DATA without an answer and keeps the message ($ignoreTLS)",
    async (options) => {
      const mailbox = await aMailbox();
      const tls = { ca: mailbox.authority.certificatePem };
      const error = await refusal(send(mailbox.smtpPort, { to: "drop@x.test" }, { ...options, tls }));
      expect(error.responseCode).toBeUndefined();
      expect(error.code).toMatch(/^E(CONNECTION|SOCKET|CONNRESET)$/);
      expect(await listed(mailbox)).toHaveLength(1);
    },
  );

  it("drop says nothing after 354", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.upToData(["drop+x@x.test"]);
    await expect(client.say("Subject: x\r\n\r\nx\r\n.")).rejects.toThrow("the connection was closed");
    expect(
      await eventually(
        () => listed(mailbox),
        (messages) => messages.length === 1,
      ),
    ).toHaveLength(1);
  });

  it.each([
    "rejected@x.test",
    "reject-me@x.test",
    "x+reject@x.test",
    "defer@x.test",
    "slow@x.test",
    "slowest@x.test",
    "constructor@x.test",
    "full.name@x.test",
  ])("%s means nothing and is accepted", async (to) => {
    const mailbox = await aMailbox();
    await send(mailbox.smtpPort, { to });
    expect(await listed(mailbox, `?to=${encodeURIComponent(to)}`)).toHaveLength(1);
  });
});
