import { afterEach, describe, expect, it } from "vitest";
import type { Mail, MailOutcome } from "../../../shared/email/domain/mail.ts";
import type { SmtpSettings } from "../../../shared/email/domain/sending-account.ts";
import { SmtpMailer, type SmtpMailerOptions } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";
import { type RudeScript, type RudeSmtpServer, rudeSmtpServer, SILENCE } from "../../support/rude-smtp-server.ts";
import { testCertificates } from "../../support/test-certificates.ts";

const { authority, server: certificate } = testCertificates();
const stranger = testCertificates();
const wrongName = testCertificates(["elsewhere.example"]);
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

async function started(script: RudeScript): Promise<RudeSmtpServer> {
  const server = await rudeSmtpServer(script);
  open.push({ close: () => server.close() });
  return server;
}

function mailerWith(options: Partial<SmtpMailerOptions> = {}): SmtpMailer {
  const guard = addressGuard({ allow: ["127.0.0.0/8"] });
  const mailer = new SmtpMailer({ guard, extraAuthorities: [authority], ...options });
  open.unshift({ close: () => mailer.closeAll() });
  return mailer;
}

const QUICK = { timeouts: { connectMs: 400, greetingMs: 300, socketMs: 300, checkMs: 100 } };

interface Rude {
  readonly when: string;
  readonly script: RudeScript;
  readonly settings?: Partial<SmtpSettings>;
  readonly secret?: string;
  readonly mail?: Partial<Mail>;
  readonly options?: Partial<SmtpMailerOptions>;
  readonly timeoutMs?: number;
  readonly outcome: Partial<Extract<MailOutcome, { kind: "failed" }>> | Extract<MailOutcome, { kind: "answered" }>;
  readonly cause?: RegExp;
}

const transient = { kind: "failed", isTerminal: false } as const;
const terminal = { kind: "failed", isTerminal: true } as const;
const STARTTLS = { encryption: "starttls" as const, certificate };
const IMPLICIT = { encryption: "implicit" as const, certificate };
const LOGIN = { credentials: { username: "demo", password: "right-password" } };
const withLogin = { settings: { username: "demo" }, secret: "right-password" };

const BOTH_WAYS = [{ extensions: ["PIPELINING", "8BITMIME", "SMTPUTF8"] }, { extensions: [] as string[] }];

const CONNECTING: Rude[] = [
  {
    when: "the greeting is silence",
    script: { greeting: SILENCE },
    options: QUICK,
    outcome: { ...transient, stage: "connect" },
    cause: /did not answer in time/,
  },
  {
    when: "the greeting is late but in time",
    script: { greeting: { say: "220 slow", afterMs: 150 } },
    options: QUICK,
    outcome: { kind: "answered", recipients: [{ address: "anna@example.org", result: "accepted" }] },
  },
  {
    when: "the server hangs up instead of greeting",
    script: { greeting: { hangUp: "close" } },
    outcome: { ...transient, stage: "connect" },
    cause: /closed/,
  },
  {
    when: "the server resets instead of greeting",
    script: { greeting: { hangUp: "reset" } },
    outcome: { ...transient, stage: "connect" },
  },
  {
    when: "the greeting is 421",
    script: { greeting: { say: "421 4.3.2 going down", hangUp: "close" } },
    outcome: { ...transient, stage: "connect", code: 421, cause: "421 4.3.2 going down" },
  },
  {
    when: "the greeting is 554",
    script: { greeting: "554 5.3.2 no service here" },
    outcome: { ...transient, stage: "connect", code: 554, cause: "554 5.3.2 no service here" },
  },
  {
    when: "the greeting is not SMTP",
    script: { greeting: "HTTP/1.1 400 Bad Request" },
    outcome: { ...transient, stage: "connect" },
  },
  {
    when: "every connection is one too many",
    script: { maxConnections: 0 },
    outcome: { ...transient, stage: "connect", code: 421 },
    cause: /too many connections/,
  },
  {
    when: "EHLO and HELO are refused",
    script: { ehlo: "550 5.7.1 not you" },
    outcome: { ...transient, stage: "connect", code: 550 },
  },
  {
    when: "EHLO is answered 421",
    script: { ehlo: "421 4.4.2 later" },
    outcome: { ...transient, stage: "connect", code: 421 },
  },
];

const ENCRYPTING: Rude[] = [
  {
    when: "STARTTLS works",
    script: STARTTLS,
    settings: { encryption: "starttls" },
    outcome: { kind: "answered", recipients: [{ address: "anna@example.org", result: "accepted" }] },
  },
  {
    when: "STARTTLS is not offered and not known",
    script: {},
    settings: { encryption: "starttls" },
    outcome: { ...transient, stage: "tls", code: 502 },
  },
  {
    when: "STARTTLS is answered 454",
    script: { ...STARTTLS, starttls: "454 4.7.0 TLS not available" },
    settings: { encryption: "starttls" },
    outcome: { ...transient, stage: "tls", code: 454 },
    cause: /454 4.7.0 TLS not available/,
  },
  {
    when: "the handshake after STARTTLS is rubbish",
    script: { ...STARTTLS, brokenTls: true },
    settings: { encryption: "starttls" },
    outcome: { ...transient, stage: "tls" },
    cause: /^TLS failed: /,
  },
  {
    when: "the handshake of implicit TLS is rubbish",
    script: { ...IMPLICIT, brokenTls: true },
    settings: { encryption: "tls" },
    outcome: { ...transient, stage: "tls" },
    cause: /^TLS failed: /,
  },
  {
    when: "the port for TLS speaks plain text",
    script: {},
    settings: { encryption: "tls" },
    outcome: { ...transient, stage: "tls" },
    cause: /^TLS failed: /,
  },
  {
    when: "the certificate is a stranger's",
    script: { ...IMPLICIT, certificate: stranger.server },
    settings: { encryption: "tls" },
    outcome: { ...transient, stage: "tls" },
    cause: /certificate/,
  },
  {
    when: "the certificate after STARTTLS is a stranger's",
    script: { ...STARTTLS, certificate: stranger.server },
    settings: { encryption: "starttls" },
    outcome: { ...transient, stage: "tls" },
    cause: /certificate/,
  },
  {
    when: "the certificate is for another name",
    script: { ...IMPLICIT, certificate: wrongName.server },
    settings: { encryption: "tls" },
    options: { extraAuthorities: [wrongName.authority] },
    outcome: { ...transient, stage: "tls" },
    cause: /does not match|altnames/i,
  },
  {
    when: "TLS is older than 1.2",
    script: { ...IMPLICIT, tlsMaxVersion: "TLSv1.1" },
    settings: { encryption: "tls" },
    outcome: { ...transient, stage: "tls" },
  },
  {
    when: "STARTTLS is offered but not asked for",
    script: STARTTLS,
    settings: { encryption: "none" },
    outcome: { kind: "answered", recipients: [{ address: "anna@example.org", result: "accepted" }] },
  },
];

const LOGGING_IN: Rude[] = [
  {
    when: "the password is wrong",
    script: LOGIN,
    settings: { username: "demo" },
    secret: "wrong-password",
    outcome: { ...terminal, stage: "authentication", code: 535, cause: "535 5.7.8 authentication failed" },
  },
  {
    when: "authentication is answered 454",
    script: { ...LOGIN, auth: "454 4.7.0 temporary failure" },
    ...withLogin,
    outcome: { ...transient, stage: "authentication", code: 454 },
  },
  {
    when: "authentication is answered 421",
    script: { ...LOGIN, auth: "421 4.7.0 too many" },
    ...withLogin,
    outcome: { ...transient, stage: "authentication", code: 421 },
  },
  {
    when: "authentication is answered 534",
    script: { ...LOGIN, auth: "534 5.7.9 mechanism too weak" },
    ...withLogin,
    outcome: { ...terminal, stage: "authentication", code: 534 },
  },
  {
    when: "the server hangs up at AUTH",
    script: { ...LOGIN, auth: { hangUp: "close" } },
    ...withLogin,
    outcome: { ...transient, stage: "authentication" },
    cause: /connection lost/,
  },
  {
    when: "no authentication is offered",
    script: {},
    ...withLogin,
    outcome: { ...transient, stage: "authentication", cause: "the server offers no authentication" },
  },
  {
    when: "there is a username and no password",
    script: LOGIN,
    settings: { username: "demo" },
    outcome: { ...terminal, stage: "authentication" },
  },
  {
    when: "the right password is given",
    script: LOGIN,
    ...withLogin,
    outcome: { kind: "answered", recipients: [{ address: "anna@example.org", result: "accepted" }] },
  },
];

const three = { to: "a@x.test", cc: ["b@x.test"], bcc: ["c@x.test"] };
const byLocalPart = (replies: Readonly<Record<string, string>>) => (address: string) => replies[address.charAt(0)];

const TALKING: Rude[] = [
  {
    when: "MAIL is refused",
    script: { mail: "550 5.7.1 sender unwanted" },
    outcome: { ...terminal, stage: "sender", code: 550, cause: "550 5.7.1 sender unwanted" },
  },
  {
    when: "MAIL is put off",
    script: { mail: "451 4.7.1 greylisted" },
    outcome: { ...transient, stage: "sender", code: 451, cause: "451 4.7.1 greylisted" },
  },
  {
    when: "MAIL is answered 421",
    script: { mail: { say: "421 4.7.0 enough", hangUp: "close" } },
    outcome: { ...transient, stage: "sender", code: 421, cause: "421 4.7.0 enough" },
  },
  {
    when: "the only recipient is refused",
    script: { rcpt: () => "550 5.1.1 no such user" },
    outcome: {
      kind: "answered",
      recipients: [{ address: "anna@example.org", result: "refused", code: 550, text: "550 5.1.1 no such user" }],
    },
  },
  {
    when: "the only recipient is put off",
    script: { rcpt: () => "451 4.2.1 busy" },
    outcome: {
      kind: "answered",
      recipients: [{ address: "anna@example.org", result: "deferred", code: 451, text: "451 4.2.1 busy" }],
    },
  },
  {
    when: "a mailbox is full",
    script: { rcpt: () => "552 5.2.2 full" },
    outcome: {
      kind: "answered",
      recipients: [{ address: "anna@example.org", result: "refused", code: 552, text: "552 5.2.2 full" }],
    },
  },
  {
    when: "one is accepted, one refused, one put off",
    mail: three,
    script: { rcpt: byLocalPart({ b: "550 5.1.1 unknown", c: "452 4.2.2 full" }) },
    outcome: {
      kind: "answered",
      recipients: [
        { address: "a@x.test", result: "accepted" },
        { address: "b@x.test", result: "refused", code: 550, text: "550 5.1.1 unknown" },
        { address: "c@x.test", result: "deferred", code: 452, text: "452 4.2.2 full" },
      ],
    },
  },
  {
    when: "nobody is accepted, some for good and some not",
    mail: three,
    script: { rcpt: byLocalPart({ a: "550 5.1.1 unknown", b: "451 4.2.1 busy", c: "550 5.1.1 unknown" }) },
    outcome: {
      kind: "answered",
      recipients: [
        { address: "a@x.test", result: "refused", code: 550, text: "550 5.1.1 unknown" },
        { address: "b@x.test", result: "deferred", code: 451, text: "451 4.2.1 busy" },
        { address: "c@x.test", result: "refused", code: 550, text: "550 5.1.1 unknown" },
      ],
    },
  },
  {
    when: "the second recipient is answered 421",
    mail: three,
    script: { rcpt: byLocalPart({ b: "421 4.7.0 enough" }) },
    outcome: { ...transient, stage: "recipients", code: 421 },
  },
  ...["data", "end"].map((step) => ({
    when: `a recipient is refused, and then the content (${step})`,
    mail: three,
    script: { rcpt: byLocalPart({ a: "550 5.1.1 unknown", b: "451 4.2.1 busy" }), [step]: "554 5.6.0 no" },
    outcome: {
      ...terminal,
      ...{ stage: "content" as const, code: 554, cause: "554 5.6.0 no" },
      refused: [{ address: "a@x.test", result: "refused" as const, code: 550, text: "550 5.1.1 unknown" }],
    },
  })),
  {
    when: "a recipient is refused, and the content is never answered",
    mail: three,
    script: { rcpt: byLocalPart({ a: "550 5.1.1 unknown" }), end: SILENCE },
    timeoutMs: 250,
    outcome: {
      ...{ ...transient, isInDoubt: true, stage: "content" },
      refused: [{ address: "a@x.test", result: "refused", code: 550, text: "550 5.1.1 unknown" }],
    },
  },
  {
    when: "DATA is refused",
    script: { data: "554 5.6.0 no" },
    outcome: { ...terminal, stage: "content", code: 554, cause: "554 5.6.0 no" },
  },
  {
    when: "DATA is put off",
    script: { data: "451 4.3.0 later" },
    outcome: { ...transient, stage: "content", code: 451 },
  },
  {
    when: "the content is refused",
    script: { end: "554 5.7.1 spam" },
    outcome: { ...terminal, stage: "content", code: 554, cause: "554 5.7.1 spam" },
  },
  {
    when: "the content is too big",
    script: { end: "552 5.3.4 too big" },
    outcome: { ...terminal, stage: "content", code: 552 },
  },
  {
    when: "the content is put off",
    script: { end: "452 4.3.1 disk full" },
    outcome: { ...transient, stage: "content", code: 452 },
  },
  {
    when: "the content is answered 421",
    script: { end: { say: "421 4.3.2 going down", hangUp: "close" } },
    outcome: { ...transient, stage: "content", code: 421, cause: "421 4.3.2 going down" },
  },
  {
    when: "the refusal has several lines",
    script: { end: "550-5.7.1 first\r\n550 5.7.1 second" },
    outcome: { ...terminal, stage: "content", code: 550, cause: "550-5.7.1 first\n550 5.7.1 second" },
  },
  {
    when: "the connection drops after DATA",
    script: { end: { hangUp: "reset" } },
    outcome: { ...transient, isInDoubt: true, stage: "content" },
    cause: /^the server took the whole mail and did not answer: it may have been delivered \(connection lost/,
  },
  {
    when: "the server hangs up after DATA",
    script: { end: { hangUp: "close" } },
    outcome: { ...transient, isInDoubt: true, stage: "content" },
    cause: /^the server took the whole mail .* \(connection lost/,
  },
  {
    when: "it breaks within a large content",
    script: { breaksInContent: true },
    mail: { body: "a line of a mail that no socket takes at once\n".repeat(100_000) },
    outcome: { ...transient, stage: "content" },
    cause: /^connection lost/,
  },
  {
    when: "the content is put off late",
    script: { end: { say: "452 4.3.1 disk full", afterMs: 600 } },
    options: QUICK,
    outcome: { ...transient, stage: "content", code: 452, cause: "452 4.3.1 disk full" },
  },
  {
    when: "the connection drops at RCPT",
    script: { rcpt: () => ({ hangUp: "reset" }) },
    outcome: { ...transient, stage: "recipients" },
  },
  {
    when: "the server is silent at MAIL",
    script: { mail: SILENCE },
    options: QUICK,
    outcome: { ...transient, stage: "sender" },
    cause: /did not answer in time/,
  },
  {
    when: "DATA is slow but in time",
    script: { end: { say: "250 ok", afterMs: 200 } },
    options: QUICK,
    outcome: { kind: "answered", recipients: [{ address: "anna@example.org", result: "accepted" }] },
  },
  {
    when: "DATA is slower than the socket's timeout",
    script: { end: { say: "250 ok", afterMs: 1_000 } },
    options: QUICK,
    outcome: { kind: "answered", recipients: [{ address: "anna@example.org", result: "accepted" }] },
  },
  {
    when: "DATA is slower than the whole attempt",
    script: { end: { say: "250 ok", afterMs: 2_000 } },
    timeoutMs: 250,
    outcome: { ...transient, isInDoubt: true, stage: "content" },
    cause: /^the server took the whole mail .* \(no answer from the server within 250 ms\)$/,
  },
  {
    when: "the greeting is slower than the whole attempt",
    script: { greeting: SILENCE },
    timeoutMs: 200,
    outcome: { ...transient, stage: "connect", cause: "no answer from the server within 200 ms" },
  },
  {
    when: "the server talks without end",
    script: { mail: `250-${"x".repeat(400_000)}` },
    outcome: { ...transient, stage: "sender" },
    cause: /exceeds/,
  },
  {
    when: "the message is above the announced SIZE",
    script: { extensions: ["SIZE 100"] },
    outcome: { ...terminal, stage: "content" },
  },
  {
    when: "the address needs SMTPUTF8 and the server lacks it",
    script: { extensions: ["8BITMIME"] },
    mail: { to: "jürgen@example.org" },
    outcome: { ...terminal, stage: "recipients" },
    cause: /SMTPUTF8/,
  },
  {
    when: "the address needs SMTPUTF8 and the server has it",
    script: {},
    mail: { to: "jürgen@example.org" },
    outcome: { kind: "answered", recipients: [{ address: "jürgen@example.org", result: "accepted" }] },
  },
  {
    when: "only the domain is beyond ASCII",
    script: { extensions: [] },
    mail: { to: "jurgen@bücher.example" },
    outcome: { kind: "answered", recipients: [{ address: "jurgen@bücher.example", result: "accepted" }] },
  },
];

async function outcomeOf({ script, settings, secret, mail, options, timeoutMs = 5_000 }: Rude): Promise<MailOutcome> {
  const server = await started(script);
  const route = aRoute(server.port, settings, secret === undefined ? {} : { secret });
  return mailerWith(options).send(route, aMail(mail), timeoutMs);
}

function expectOutcome(actual: MailOutcome, { outcome, cause }: Rude): void {
  expect(actual).toMatchObject(outcome);
  if (cause) expect(actual).toMatchObject({ cause: expect.stringMatching(cause) });
}

describe("SmtpMailer outcomes", () => {
  it.each([...CONNECTING, ...ENCRYPTING, ...LOGGING_IN])("has its outcome when $when", async (rude) => {
    expectOutcome(await outcomeOf(rude), rude);
  });

  describe.each(BOTH_WAYS)("with $extensions", ({ extensions }) => {
    it.each(TALKING.filter(({ script }) => script.extensions === undefined))(
      "has its outcome when $when",
      async (rude) => {
        const needed = rude.mail?.to?.startsWith("jürgen") ? ["SMTPUTF8"] : [];
        expectOutcome(
          await outcomeOf({ ...rude, script: { extensions: [...extensions, ...needed], ...rude.script } }),
          rude,
        );
      },
    );
  });

  it.each(TALKING.filter(({ script }) => script.extensions !== undefined))(
    "has its outcome when $when",
    async (rude) => {
      expectOutcome(await outcomeOf(rude), rude);
    },
  );

  it("sends to the others when the server lacks SMTPUTF8 for a bcc address", async () => {
    const server = await started({
      extensions: ["8BITMIME"],
      rcpt: (address) => (address.startsWith("later") ? "451 later" : undefined),
    });
    const mail = aMail({ to: "a@x.test", cc: ["later@x.test"], bcc: ["ünï@x.test", "b@x.test"] });
    expect(await mailerWith().send(aRoute(server.port), mail, 5_000)).toMatchObject({
      kind: "answered",
      reply: expect.stringMatching(/^250 /),
      recipients: [
        { address: "a@x.test", result: "accepted" },
        { address: "later@x.test", result: "deferred", code: 451 },
        { address: "ünï@x.test", result: "refused", text: expect.stringMatching(/SMTPUTF8/) },
        { address: "b@x.test", result: "accepted" },
      ],
    });
    expect(server.accepted.map(({ to }) => to)).toEqual([["a@x.test", "b@x.test"]]);
    expect(server.commands.join()).not.toMatch(/SMTPUTF8|ünï/);
  });

  it("keeps the bcc address's refusal when the server refuses all others", async () => {
    const server = await started({ extensions: [], rcpt: () => "550 no" });
    const mail = aMail({ to: "a@x.test", bcc: ["ünï@x.test"] });
    expect(await mailerWith().send(aRoute(server.port), mail, 5_000)).toMatchObject({
      kind: "answered",
      recipients: [
        { address: "a@x.test", result: "refused", code: 550 },
        { address: "ünï@x.test", result: "refused", text: expect.stringMatching(/SMTPUTF8/) },
      ],
    });
  });

  it.each([
    ["a header names such an address", { to: "a@x.test", cc: ["ünï@x.test"], envelope: ["a@x.test"] }],
    ["the sender has such an address", { from: { name: "", address: "ünï@sender.example" } }],
    ["only such a bcc address is still owed the mail", { bcc: ["ünï@x.test"], envelope: ["ünï@x.test"] }],
  ])("fails the whole mail at a server without SMTPUTF8 when %s", async (_when, changes) => {
    const server = await started({ extensions: [] });
    expect(await mailerWith().send(aRoute(server.port), aMail(changes), 5_000)).toMatchObject({
      ...terminal,
      stage: "recipients",
      cause: expect.stringMatching(/SMTPUTF8/),
    });
    expect(server.arrived).toEqual([]);
  });

  it("sends to a bcc address beyond ASCII where the server has SMTPUTF8", async () => {
    const server = await started({ extensions: ["8BITMIME", "SMTPUTF8"] });
    const mail = aMail({ to: "a@x.test", bcc: ["ünï@x.test"] });
    expect(await mailerWith().send(aRoute(server.port), mail, 5_000)).toMatchObject({ kind: "answered" });
    expect(server.accepted.map(({ to }) => to)).toEqual([["a@x.test", "ünï@x.test"]]);
  });

  it("names the stage of a refused connection and of an unknown host", async () => {
    const server = await rudeSmtpServer();
    const { port } = server;
    await server.close();
    expect(await mailerWith().send(aRoute(port), aMail(), 2_000)).toMatchObject({
      ...transient,
      stage: "connect",
      cause: expect.stringContaining("ECONNREFUSED"),
    });
    const guard = addressGuard({ allow: [], resolveName: () => Promise.reject(new Error("ENOTFOUND")) });
    const unknown = aRoute(port, { host: "mail.unknown.example" });
    expect(await mailerWith({ guard }).send(unknown, aMail(), 2_000)).toMatchObject({ ...transient, stage: "resolve" });
  });

  it("refuses a private address for good and opens no connection", async () => {
    const server = await started({});
    const mailer = mailerWith({ guard: addressGuard({ allow: [] }) });
    expect(await mailer.send(aRoute(server.port, { host: "localhost" }), aMail(), 2_000)).toMatchObject({
      ...terminal,
      stage: "resolve",
    });
    expect(server.connections).toBe(0);
  });

  it("stays in plain text no further than EHLO when STARTTLS is not to be had", async () => {
    const server = await started(LOGIN);
    await mailerWith().send(
      aRoute(server.port, { encryption: "starttls", username: "demo" }, { secret: "right-password" }),
      aMail(),
      2_000,
    );
    expect(server.commands.map((line) => line.split(" ", 1)[0])).toEqual(["EHLO", "STARTTLS"]);
  });

  it("takes no answer that was slipped in before the handshake", async () => {
    const server = await started({ ...STARTTLS, starttls: "220 go ahead\r\n250-evil\r\n250 AUTH PLAIN" });
    const outcome = await mailerWith().send(aRoute(server.port, { encryption: "starttls" }), aMail(), 2_000);
    expect(outcome.kind).toBe("answered");
    expect(server.commands.filter((line) => line.startsWith("AUTH"))).toEqual([]);
  });

  it("hides the credentials in whatever the server echoes", async () => {
    const secret = "S3cret/+word";
    const encoded = Buffer.from(`\0demo\0${secret}`).toString("base64");
    const auth = `535 5.7.8 refused: AUTH PLAIN ${encoded} ${secret} ${Buffer.from(secret).toString("base64")} end`;
    const server = await started({ credentials: { username: "demo", password: secret }, auth });
    const outcome = await mailerWith().send(aRoute(server.port, { username: "demo" }, { secret }), aMail(), 2_000);
    expect(outcome).toMatchObject({
      ...terminal,
      cause: "535 5.7.8 refused: AUTH PLAIN [hidden] [hidden] [hidden] end",
    });
  });

  it("keeps at most 4096 bytes of the server's words, whole characters only", async () => {
    const server = await started({ end: `550 ${"ü".repeat(5_000)}` });
    const outcome = await mailerWith().send(aRoute(server.port), aMail(), 2_000);
    const cause = outcome.kind === "failed" ? outcome.cause : "";
    expect(Buffer.byteLength(cause)).toBe(4_096);
    expect(cause).toMatch(/^550 ü+$/);
  });

  it("is over within its time when the server never answers, and lets go of the socket", async () => {
    const server = await started({ end: SILENCE });
    const from = performance.now();
    await mailerWith().send(aRoute(server.port), aMail(), 300);
    expect(performance.now() - from).toBeLessThan(20_000);
    await expect.poll(() => server.open).toBe(0);
  });
});
