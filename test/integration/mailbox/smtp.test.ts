import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { type ConnectionOptions, TLSSocket, connect as tlsConnect } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { type IssuedCertificate, openCertificateAuthority } from "../../../local/certificate-authority.ts";
import { MessageStore } from "../../../local/world/mailbox/message-store.ts";
import { issueMailboxCertificate } from "../../../local/world/mailbox/renewing-certificate.ts";
import { SmtpListener } from "../../../local/world/mailbox/smtp-listener.ts";
import { aMailbox, getJson, listed, RawClient, refusal, send, temporaryFolder } from "./mailbox-fixture.ts";

/** Starts the SMTP server alone, for tests that the whole mailbox offers no access to. */
async function aListener(dir: string, certificate: IssuedCertificate) {
  const store = new MessageStore(join(dir, "mailbox.sqlite"), 10);
  const smtp = new SmtpListener({ store, certificate, credentials: { username: "demo", password: "demo" } });
  onTestFinished(() => smtp.close());
  return { smtp, store, port: await smtp.listen(0) };
}

/** Returns the secured connection after STARTTLS, or the error that ended the handshake. */
async function startTls(port: number, options: ConnectionOptions): Promise<TLSSocket | (Error & { code?: string })> {
  const client = new RawClient(port);
  await client.greet();
  await client.say("STARTTLS");
  client.socket.removeAllListeners("data");
  const secure = tlsConnect({ socket: client.socket, servername: "localhost", ...options });
  return new Promise((done) => {
    secure.on("secureConnect", () => done(secure));
    secure.on("error", done);
  });
}

describe("mailbox over SMTP (M-smtp)", () => {
  it("offers STARTTLS, AUTH PLAIN and LOGIN, SMTPUTF8, PIPELINING and SIZE", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    const features = (await client.greet()).split("\r\n").map((line) => line.slice(4));
    expect(features).toEqual(
      expect.arrayContaining(["STARTTLS", "AUTH PLAIN LOGIN", "SMTPUTF8", "PIPELINING", "8BITMIME", "SIZE 41943040"]),
    );
  });

  it("takes a message in the clear and without authentication", async () => {
    const mailbox = await aMailbox();
    await send(mailbox.smtpPort, {
      to: "b@y.test",
      messageId: "<m1@x.test>",
      from: '"Zoë" <a@x.test>',
      subject: "Grüße",
    });
    expect(await listed(mailbox)).toEqual([
      {
        id: expect.any(String),
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        mail_from: "a@x.test",
        rcpt_to: ["b@y.test"],
        message_id: "<m1@x.test>",
        subject: "Grüße",
        from: "Zoë <a@x.test>",
        size: expect.any(Number),
      },
    ]);
  });

  it.each([
    { servername: "localhost", host: "localhost" },
    { servername: undefined, host: "127.0.0.1" },
  ])("verifies at STARTTLS for $host when the local authority is trusted", async ({ servername, host }) => {
    const mailbox = await aMailbox();
    const tls = { ca: mailbox.authority.certificatePem, rejectUnauthorized: true, ...(servername && { servername }) };
    const options = { host, ignoreTLS: false, requireTLS: true, tls, auth: { user: "demo", pass: "demo" } };
    await send(mailbox.smtpPort, { to: "b@y.test" }, options);
    expect(await listed(mailbox)).toHaveLength(1);
  });

  it("does not verify at STARTTLS for a client that trusts nobody here", async () => {
    const mailbox = await aMailbox();
    const sending = send(mailbox.smtpPort, { to: "b@y.test" }, { ignoreTLS: false, requireTLS: true });
    expect(await refusal(sending)).toMatchObject({ message: expect.stringMatching(/certificate/i) });
    expect(await listed(mailbox)).toEqual([]);
  });

  it.each([
    { maxVersion: "TLSv1.2" as const, outcome: "TLSv1.2" },
    { maxVersion: "TLSv1.3" as const, outcome: "TLSv1.3" },
    { maxVersion: "TLSv1.1" as const, outcome: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" },
  ])("answers a client that speaks up to $maxVersion with $outcome", async ({ maxVersion, outcome }) => {
    const mailbox = await aMailbox();
    const old = { maxVersion, minVersion: "TLSv1" as const, ciphers: "ALL:@SECLEVEL=0" };
    const secure = await startTls(mailbox.smtpPort, { ca: mailbox.authority.certificatePem, ...old });
    expect(secure instanceof TLSSocket ? secure.getProtocol() : secure.code).toBe(outcome);
  });

  it("presents a renewed certificate to the next client", async () => {
    const dir = await temporaryFolder();
    const authority = await openCertificateAuthority(dir);
    const [first, second] = await Promise.all([issueMailboxCertificate(authority), issueMailboxCertificate(authority)]);
    const listener = await aListener(dir, first);
    const ca = authority.certificatePem;
    const before = await startTls(listener.port, { ca });
    listener.smtp.renew(second);
    const after = await startTls(listener.port, { ca });
    const presented = [before, after].map(
      (one) => one instanceof TLSSocket && one.getPeerX509Certificate()?.serialNumber,
    );
    expect(presented).toEqual([first, second].map(({ cert }) => new X509Certificate(cert).serialNumber));
  });

  it("answers 451 when it cannot keep or count, and lives on", async () => {
    const dir = await temporaryFolder();
    const certificate = await issueMailboxCertificate(await openCertificateAuthority(dir));
    const { port, store } = await aListener(dir, certificate);
    store.close();
    const client = new RawClient(port);
    await client.upToData(["b@y.test"]);
    expect(await client.say("Subject: x\r\n\r\nx\r\n.")).toMatch(/^451 /);
    await client.say("MAIL FROM:<a@x.test>");
    expect(await client.say("RCPT TO:<defer1@x.test>")).toMatch(/^451 /);
    expect(await client.say("NOOP")).toMatch(/^250 /);
  });

  it.each(["PLAIN", "LOGIN"])("accepts demo/demo by AUTH %s, with and without TLS", async (authMethod) => {
    const mailbox = await aMailbox();
    const auth = { user: "demo", pass: "demo" };
    const tls = { ca: mailbox.authority.certificatePem };
    await send(mailbox.smtpPort, { to: "b@y.test" }, { auth, authMethod });
    await send(mailbox.smtpPort, { to: "b@y.test" }, { auth, authMethod, ignoreTLS: false, requireTLS: true, tls });
    expect(await listed(mailbox)).toHaveLength(2);
  });

  it.each([
    ["PLAIN", "demo", "wrong"],
    ["LOGIN", "demo", "wrong"],
    ["PLAIN", "someone", "demo"],
    ["PLAIN", "demo", "Demo"],
  ])("refuses another pair by AUTH %s with 535 (%s/%s)", async (authMethod, user, pass) => {
    const mailbox = await aMailbox();
    const error = await refusal(send(mailbox.smtpPort, { to: "b@y.test" }, { auth: { user, pass }, authMethod }));
    expect(error).toMatchObject({ code: "EAUTH", responseCode: 535 });
    expect(await listed(mailbox)).toEqual([]);
  });

  it("takes other credentials when told so", async () => {
    const mailbox = await aMailbox({ credentials: { username: "u", password: "p" } });
    await send(mailbox.smtpPort, { to: "b@y.test" }, { auth: { user: "u", pass: "p" } });
    const error = await refusal(send(mailbox.smtpPort, { to: "b@y.test" }, { auth: { user: "demo", pass: "demo" } }));
    expect(error.responseCode).toBe(535);
    expect(await listed(mailbox)).toHaveLength(1);
  });

  it("keeps SMTPUTF8 addresses and finds them by either form of the domain", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.greet();
    expect(await client.say("MAIL FROM:<jürgen@bücher.test> SMTPUTF8")).toMatch(/^250 /);
    expect(await client.say("RCPT TO:<Zoë@bücher.test>")).toMatch(/^250 /);
    await client.say("DATA");
    expect(await client.say("Subject: Käse\r\n\r\nGrüße\r\n.")).toMatch(/^250 /);
    const [message] = await listed(mailbox);
    expect(message).toMatchObject({ mail_from: "jürgen@bücher.test", rcpt_to: ["Zoë@bücher.test"], subject: "Käse" });
    expect(await listed(mailbox, `?to=${encodeURIComponent("zoë@xn--bcher-kva.test")}`)).toHaveLength(1);
  });

  it("keeps the bytes as they were received, dots unstuffed", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.upToData(["b@y.test"]);
    const sent = "Subject: dots\r\nX-Odd:  two  spaces\r\n\r\n..two\r\n.one\r\nplain\r\n";
    const stuffed = sent.replace(/^\./gm, "..");
    expect(await client.say(`${stuffed}.`)).toMatch(/^250 /);
    const [message] = await listed(mailbox);
    const raw = await fetch(`${mailbox.url}/api/messages/${message?.id}/raw`);
    expect(raw.headers.get("content-type")).toBe("message/rfc822");
    expect(await raw.text()).toBe(sent);
    expect(message?.size).toBe(Buffer.byteLength(sent));
  });

  it("answers pipelined commands in order, with several messages on one connection", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.greet();
    const envelope = (to: string) => `MAIL FROM:<>\r\nRCPT TO:<${to}>\r\nDATA\r\n`;
    client.socket.write(envelope("one@y.test"));
    expect([await client.reply(), await client.reply(), await client.reply()].map((line) => line.slice(0, 3))).toEqual([
      "250",
      "250",
      "354",
    ]);
    client.socket.write(`Subject: 1\r\n\r\n1\r\n.\r\n${envelope("two@y.test")}`);
    for (const code of ["250", "250", "250", "354"]) expect((await client.reply()).slice(0, 3)).toBe(code);
    expect(await client.say("Subject: 2\r\n\r\n2\r\n.")).toMatch(/^250 /);
    expect((await listed(mailbox)).map(({ subject, mail_from }) => [subject, mail_from])).toEqual([
      ["2", ""],
      ["1", ""],
    ]);
  });

  it("keeps nothing of a message that breaks off", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.upToData(["b@y.test"]);
    client.socket.write("Subject: half\r\n\r\nnot the end");
    client.socket.end();
    await client.ended;
    await send(mailbox.smtpPort, { to: "b@y.test", subject: "whole" });
    expect((await listed(mailbox)).map(({ subject }) => subject)).toEqual(["whole"]);
  });

  it("refuses a message larger than announced with 552 and keeps nothing", async () => {
    const mailbox = await aMailbox();
    const client = new RawClient(mailbox.smtpPort);
    await client.greet();
    expect(await client.say("MAIL FROM:<a@x.test> SIZE=50000000")).toMatch(/^552 /);
    await client.say("MAIL FROM:<a@x.test>");
    await client.say("RCPT TO:<b@y.test>");
    await client.say("DATA");
    const line = `${"x".repeat(998)}\r\n`;
    client.socket.write("Subject: big\r\n\r\n");
    for (let block = 0; block < 42; block += 1) client.socket.write(line.repeat(1000));
    expect(await client.say(".")).toMatch(/^552 /);
    expect(await listed(mailbox)).toEqual([]);
  });

  it("holds 200 connections at once", async () => {
    const mailbox = await aMailbox();
    const clients = Array.from({ length: 200 }, () => new RawClient(mailbox.smtpPort));
    await Promise.all(clients.map((client) => client.upToData(["b@y.test"])));
    const answers = await Promise.all(clients.map((client, n) => client.say(`Subject: ${n}\r\n\r\nx\r\n.`)));
    expect(answers.filter((answer) => answer.startsWith("250 "))).toHaveLength(200);
    expect(await listed(mailbox, "?limit=1000")).toHaveLength(200);
  });

  it("reads headers, text and html of what nodemailer sends", async () => {
    const mailbox = await aMailbox();
    const headers = [
      { key: "X-Tag", value: "one" },
      { key: "X-Tag", value: "two" },
      { key: "__proto__", value: "odd" },
    ];
    await send(mailbox.smtpPort, { to: "b@y.test", text: "Grüße, 世界", html: "<p>Grüße</p>", headers });
    const [message] = await listed(mailbox);
    const { body } = await getJson(`${mailbox.url}/api/messages/${message?.id}`);
    expect(body).toMatchObject({
      ...message,
      headers: { "x-tag": ["one", "two"], "mime-version": "1.0", to: "b@y.test" },
    });
    expect(Object.entries(body.headers)).toContainEqual(["__proto__", "odd"]);
    expect(body.text.trim()).toBe("Grüße, 世界");
    expect(body.html.trim()).toBe("<p>Grüße</p>");
  });
});
