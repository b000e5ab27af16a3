import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { SmtpMailer } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";
import { rudeSmtpServer } from "../../support/rude-smtp-server.ts";
import { testCertificates } from "../../support/test-certificates.ts";

const { authority, server: certificate } = testCertificates();
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Starts an independent server, so that the test does not rely only on our own reading of the standard. */
async function realServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  open.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, port: (server.server.address() as AddressInfo).port };
}

function aMailer(): SmtpMailer {
  const mailer = new SmtpMailer({ guard: addressGuard({ allow: ["127.0.0.0/8"] }), extraAuthorities: [authority] });
  open.unshift(() => mailer.closeAll());
  return mailer;
}

describe("a message on the wire", () => {
  it.each(["none", "starttls"] as const)("arrives as it was given (%s)", async (encryption) => {
    const { received, port } = await realServer();
    const body = `.\n..two dots\nFrom here\n${"long ".repeat(400)}\n漢字 and ümlaut\n.`;
    const mail = aMail({ to: "a@x.test", cc: ["b@x.test"], bcc: ["secret@bücher.example"], subject: "Grüße", body });
    const outcome = await aMailer().send(aRoute(port, { encryption }), mail, 5_000);
    expect(outcome).toMatchObject({
      kind: "answered",
      reply: expect.stringMatching(/^250 /),
      recipients: ["a@x.test", "b@x.test", "secret@bücher.example"].map((address) => ({ address, result: "accepted" })),
    });
    const [taken] = received;
    // This server shows domains in Unicode, however the client wrote them.
    expect(taken).toMatchObject({
      from: "herald@sender.example",
      to: ["a@x.test", "b@x.test", "secret@bücher.example"],
    });
    expect(taken?.source).not.toMatch(/bcc|secret/i);
    const parsed = await PostalMime.parse(taken?.source ?? "");
    expect(parsed.text?.trimEnd()).toBe(body);
    expect(parsed.subject).toBe("Grüße");
  });

  it("goes only to who is still owed it, with the headers of the whole mail", async () => {
    const { received, port } = await realServer();
    const mail = aMail({ to: "a@x.test", cc: ["b@x.test"], envelope: ["b@x.test"] });
    expect(await aMailer().send(aRoute(port), mail, 5_000)).toMatchObject({ recipients: [{ address: "b@x.test" }] });
    expect(received[0]?.to).toEqual(["b@x.test"]);
    expect(received[0]?.source).toContain("To: a@x.test\r\nCc: b@x.test\r\n");
  });

  it.each(["PLAIN", "LOGIN", "CRAM-MD5"] as const)("leaves after a login by %s", async (method) => {
    const { received, port } = await realServer({
      authOptional: false,
      authMethods: [method],
      onAuth(auth, _session, done) {
        const isRight = auth.username === "dému" && (auth.password === "pässword" || auth.validatePassword("pässword"));
        done(isRight ? null : new Error("no"), isRight ? { user: "demo" } : undefined);
      },
    });
    const route = aRoute(port, { encryption: "starttls", username: "dému" }, { secret: "pässword" });
    expect(await aMailer().send(route, aMail(), 5_000)).toMatchObject({ kind: "answered" });
    expect(received).toHaveLength(1);
  });

  it("arrives whole at a size of 1 MiB", async () => {
    const { received, port } = await realServer();
    const body = "0123456789abcdef".repeat(65_536);
    expect(await aMailer().send(aRoute(port), aMail({ body, bodyType: "html" }), 10_000)).toMatchObject({
      kind: "answered",
    });
    const parsed = await PostalMime.parse(received[0]?.source ?? "");
    expect(parsed.html?.trim()).toBe(body);
  });

  it("is refused for good, before a connection, when an address cannot be written", async () => {
    const server = await rudeSmtpServer();
    open.push(() => server.close());
    const mail = aMail({ to: "a@x.test>\r\nRCPT TO:<evil@x.test" });
    expect(await aMailer().send(aRoute(server.port), mail, 5_000)).toMatchObject({ kind: "failed", isTerminal: true });
    expect(server.connections).toBe(0);
  });
});
