import { afterEach, describe, expect, it } from "vitest";
import { ConnectionAllowances } from "../../../shared/email/domain/connection-allowance.ts";
import type { MailOutcome } from "../../../shared/email/domain/mail.ts";
import { SmtpMailer, type SmtpMailerOptions } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";
import {
  type Load,
  type Reply,
  type RudeScript,
  type RudeSmtpServer,
  rudeSmtpServer,
  SILENCE,
} from "../../support/rude-smtp-server.ts";
import { testCertificates } from "../../support/test-certificates.ts";

const { authority, server: certificate } = testCertificates();
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

async function started(script: RudeScript = {}): Promise<RudeSmtpServer> {
  const server = await rudeSmtpServer(script);
  open.push({ close: () => server.close() });
  return server;
}

/** Whatever should succeed gets this much time, because the machine may be busy. */
const IN_TIME_MS = 10_000;

function mailerWith(options: Partial<SmtpMailerOptions> = {}): SmtpMailer {
  const guard = addressGuard({ allow: ["127.0.0.0/8"] });
  const mailer = new SmtpMailer({ guard, extraAuthorities: [authority], ...options });
  open.unshift({ close: () => mailer.closeAll() });
  return mailer;
}

const isTaken = (outcome: MailOutcome) =>
  outcome.kind === "answered" && outcome.recipients.every(({ result }) => result === "accepted");
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe("SmtpMailer connections", () => {
  it("sends many mails over one connection, one after the other", async () => {
    const server = await started();
    const mailer = mailerWith();
    for (let sent = 0; sent < 10; sent += 1)
      expect(isTaken(await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS))).toBe(true);
    expect(server.connections).toBe(1);
    expect(server.accepted).toHaveLength(10);
  });

  it("opens at most two connections per account, and one more set for another account", async () => {
    const server = await started();
    const mailer = mailerWith();
    const route = aRoute(server.port);
    const outcomes = await Promise.all(times(40, () => mailer.send(route, aMail(), 5_000)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.mostOpen).toBe(2);
    expect(server.accepted).toHaveLength(40);
    await mailer.send({ ...route, accountId: "account-2" }, aMail(), IN_TIME_MS);
    expect(server.connections).toBe(3);
  });

  /** Creates allowances in the state after many mails that had to wait. */
  function grown(account: string, most: number): ConnectionAllowances {
    const allowances = new ConnectionAllowances(() => performance.now());
    const allowance = allowances.of(account);
    allowance.limitTo(most);
    while (allowance.count < most) {
      allowance.acquired({ hasWaited: true });
      allowance.succeeded({});
    }
    return allowances;
  }

  it("opens as many connections as the account is allowed", async () => {
    const server = await started({ end: { say: "250 ok", afterMs: 50 } });
    const route = aRoute(server.port, { maxConnections: 5 });
    const mailer = mailerWith({ allowances: grown(route.accountId, 5) });
    const outcomes = await Promise.all(times(40, () => mailer.send(route, aMail(), IN_TIME_MS)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.mostOpen).toBe(5);
  });

  it("counts for the account's growth what the server takes, and nothing that it refuses", async () => {
    const server = await started({ end: { say: "250 ok", afterMs: 20 } });
    const route = aRoute(server.port);
    const allowances = new ConnectionAllowances(() => performance.now());
    const mailer = mailerWith({ allowances });
    const send = async (atOnce: number) => {
      allowances.of(route.accountId).acquired({ hasWaited: true });
      await Promise.all(times(atOnce, () => mailer.send(route, aMail(), IN_TIME_MS)));
      return allowances.of(route.accountId).count;
    };
    // A connection that carries two mails shows nothing about a second connection.
    expect([await send(1), await send(1), await send(2)]).toEqual([2, 2, 3]);
    server.script = { end: "451 4.3.0 later" };
    for (const _ of "abcdefgh") expect(await send(3)).toBe(3);
  });

  it.each([
    ["421", "421 4.7.0 try later"],
    ["too many", "450 4.7.1 Too many connections from your address"],
  ])("halves its connections when the server says %s, and fails no mail for it", async (_, refusal) => {
    const server = await started({ maxConnections: 3, refusal, end: { say: "250 ok", afterMs: 20 } });
    const route = aRoute(server.port);
    const allowances = grown(route.accountId, 10);
    const mailer = mailerWith({ allowances });
    const outcomes = await Promise.all(times(60, () => mailer.send(route, aMail(), IN_TIME_MS)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.accepted).toHaveLength(60);
    expect(allowances.of(route.accountId).count).toBeLessThanOrEqual(5);
  });

  it("does not dial again at a server that refuses one more while others work", async () => {
    const server = await started({ maxConnections: 3, end: { say: "250 ok", afterMs: 50 } });
    const route = aRoute(server.port, { maxConnections: 50 });
    const mailer = mailerWith({ allowances: grown(route.accountId, 50) });
    const outcomes = await Promise.all(times(4, () => mailer.send(route, aMail(), IN_TIME_MS)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.connections).toBe(4);
  });

  it.each<[string, Reply]>([
    ["says 432", "432 4.3.2 Concurrent connections limit exceeded"],
    ["says 421", { say: "421 4.7.0 too many connections", hangUp: "close" }],
    ["hangs up", { hangUp: "close" }],
    ["resets", { hangUp: "reset" }],
  ])("sends over another connection when the server %s at MAIL on a new one", async (_, reply) => {
    const mail = (__: number, { openAtFirst }: Load) => (openAtFirst > 2 ? reply : undefined);
    const server = await started({ mail, end: { say: "250 ok", afterMs: 20 } });
    const route = aRoute(server.port);
    const allowances = grown(route.accountId, 4);
    const mailer = mailerWith({ allowances });
    const outcomes = await Promise.all(times(20, () => mailer.send(route, aMail(), IN_TIME_MS)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.accepted).toHaveLength(20);
    expect(allowances.of(route.accountId).count).toBeLessThanOrEqual(2);
  });

  it.each<[string, Reply]>([
    ["closes", { hangUp: "close" }],
    ["resets", { hangUp: "reset" }],
    ["does not greet", SILENCE],
  ])("fails the attempts of a server that %s every connection, and keeps to as many", async (_, greeting) => {
    const server = await started({ greeting });
    const route = aRoute(server.port);
    const allowances = grown(route.accountId, 4);
    const mailer = mailerWith({ allowances, timeouts: { greetingMs: 200 } });
    const outcomes = await Promise.all(times(4, () => mailer.send(route, aMail(), IN_TIME_MS)));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: "failed", stage: "connect", isTerminal: false });
    expect(server.connections).toBe(4);
    expect(allowances.of(route.accountId).count).toBe(4);
  });

  it("keeps its connections when a mail has too many recipients", async () => {
    const server = await started({ rcpt: () => "452 4.5.3 too many recipients" });
    const route = aRoute(server.port);
    const allowances = grown(route.accountId, 10);
    await mailerWith({ allowances }).send(route, aMail(), IN_TIME_MS);
    expect(allowances.of(route.accountId).count).toBe(10);
  });

  it("closes a connection after so many mails", async () => {
    const server = await started();
    const mailer = mailerWith({ maxMailsPerConnection: 3 });
    for (let sent = 0; sent < 7; sent += 1) await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    expect(server.connections).toBe(3);
    expect(server.commands.filter((line) => line === "QUIT")).toHaveLength(2);
  });

  it("sends the commands of an envelope together where the server takes that, else one by one", async () => {
    const [together, apart] = [["MAIL RCPT DATA"], ["MAIL", "RCPT", "DATA"]];
    for (const [extensions, verbs] of [
      [["PIPELINING"], together],
      [[], apart],
    ] as const) {
      const server = await started({ extensions });
      expect(isTaken(await mailerWith().send(aRoute(server.port), aMail(), IN_TIME_MS))).toBe(true);
      expect(server.together).toEqual(["EHLO", ...verbs]);
    }
  });

  it("keeps the connection after a refusal", async () => {
    const server = await started({ rcpt: (address) => (address.startsWith("no") ? "550 5.1.1 unknown" : undefined) });
    const mailer = mailerWith();
    const refused = await mailer.send(aRoute(server.port), aMail({ to: "no@x.test" }), IN_TIME_MS);
    expect(refused).toMatchObject({ kind: "answered", recipients: [{ result: "refused" }] });
    server.script = { end: "451 4.3.0 later" };
    expect(await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS)).toMatchObject({ kind: "failed", code: 451 });
    server.script = {};
    expect(isTaken(await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS))).toBe(true);
    expect(server.connections).toBe(1);
    expect(server.accepted).toHaveLength(1);
  });

  it("opens a new connection when the pooled one is dead, dropped, refuses RSET or does not answer it", async () => {
    const server = await started();
    let nowMs = 0;
    const mailer = mailerWith({ timeouts: { checkMs: 100 }, now: () => nowMs });
    const send = () => {
      nowMs += 1000;
      return mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    };
    expect(isTaken(await send())).toBe(true);
    server.dropAll();
    expect(isTaken(await send())).toBe(true);
    expect(server.connections).toBe(2);
    server.script = { rset: "421 4.4.2 idle too long" };
    expect(isTaken(await send())).toBe(true);
    expect(server.connections).toBe(3);
    server.script = { rset: SILENCE };
    expect(isTaken(await send())).toBe(true);
    expect(server.connections).toBe(4);
    server.script = { rset: { hangUp: "reset" } };
    expect(isTaken(await send())).toBe(true);
    expect(server.connections).toBe(5);
    expect(server.accepted).toHaveLength(5);
  });

  it("asks a pooled connection by RSET whether it answers, before each mail but its first", async () => {
    const server = await started();
    const mailer = mailerWith();
    for (let sent = 0; sent < 3; sent += 1)
      expect(isTaken(await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS))).toBe(true);
    expect(server.together.filter((verbs) => verbs === "RSET")).toHaveLength(2);
    expect(server.connections).toBe(1);
  });

  it.each<[string, Reply]>([
    ["says 421", { say: "421 4.4.2 enough for one connection", hangUp: "close" }],
    ["hangs up", { hangUp: "close" }],
    ["resets", { hangUp: "reset" }],
  ])("sends over a new connection when a used one %s at its next mail", async (_, reply) => {
    const server = await started({ mail: (earlier) => (earlier === 0 ? undefined : reply) });
    const mailer = mailerWith();
    for (let sent = 0; sent < 3; sent += 1)
      expect(isTaken(await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS))).toBe(true);
    expect(server.connections).toBe(3);
    expect(server.accepted).toHaveLength(3);
    // A server that ends a used connection refuses nobody, so two concurrent connections are still allowed.
    server.script = { end: { say: "250 ok", afterMs: 20 } };
    await Promise.all(times(4, () => mailer.send(aRoute(server.port), aMail(), IN_TIME_MS)));
    expect(server.mostOpen).toBe(2);
  });

  it("repeats nothing once the content has left, or the server has spoken", async () => {
    const server = await started();
    const mailer = mailerWith();
    const send = () => mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    await send();
    server.script = { mail: "451 4.3.0 later" };
    expect(await send()).toMatchObject({ kind: "failed", stage: "sender", code: 451 });
    server.script = {};
    expect(isTaken(await send())).toBe(true);
    expect(server.connections).toBe(1);
    server.script = { end: { hangUp: "reset" } };
    expect(await send()).toMatchObject({ kind: "failed", stage: "content", isTerminal: false });
    expect(server.arrived).toHaveLength(3);
    expect(server.connections).toBe(1);
  });

  it.each<[string, RudeScript]>([
    ["takes DATA with 250 and hangs up after it", { data: "250 OK", end: { hangUp: "reset" } }],
    ["closes in the middle of its last reply", { end: { say: "250 OK", hangUp: "close", isCut: true } }],
  ])("repeats nothing when a server that says 250 OK to everything %s", async (_, last) => {
    for (const extensions of [[], ["PIPELINING"]]) {
      const same = { mail: "250 OK", rcpt: () => "250 OK", end: "250 OK", extensions };
      const server = await started(same);
      const mailer = mailerWith();
      const send = () => mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
      expect(isTaken(await send())).toBe(true);
      server.script = { ...same, ...last };
      expect(await send()).toMatchObject({ kind: "failed", isTerminal: false });
      expect(server.arrived).toHaveLength(2);
      expect(server.connections).toBe(1);
    }
  });

  it("does not trust a connection that was idle for too long by the clock, as after a freeze", async () => {
    let nowMs = 0;
    const server = await started();
    const mailer = mailerWith({ now: () => nowMs });
    await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    nowMs += 19_000;
    await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    expect(server.connections).toBe(1);
    nowMs += 21_000;
    await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    expect(server.connections).toBe(2);
  });

  it("says goodbye to an idle connection in the end", async () => {
    const server = await started();
    const mailer = mailerWith({ timeouts: { idleMs: 50 } });
    await mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(0);
    expect(server.commands.at(-1)).toBe("QUIT");
  });

  it("uses a changed password with the next attempt and closes the old connection", async () => {
    const server = await started({ credentials: { username: "demo", password: "first" } });
    const mailer = mailerWith();
    const route = (secret: string) => aRoute(server.port, { username: "demo" }, { secret });
    expect(isTaken(await mailer.send(route("first"), aMail(), IN_TIME_MS))).toBe(true);
    server.script = { credentials: { username: "demo", password: "second" } };
    expect(await mailer.send(route("wrong"), aMail(), IN_TIME_MS)).toMatchObject({
      stage: "authentication",
      isTerminal: true,
    });
    expect(isTaken(await mailer.send(route("second"), aMail(), IN_TIME_MS))).toBe(true);
    expect(server.logins).toBe(2);
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(1);
  });

  it("logs in once per connection", async () => {
    const server = await started({ credentials: { username: "demo", password: "word" } });
    const mailer = mailerWith();
    const route = aRoute(server.port, { username: "demo" }, { secret: "word" });
    for (let sent = 0; sent < 5; sent += 1) await mailer.send(route, aMail(), IN_TIME_MS);
    expect(server.logins).toBe(1);
  });

  it("keeps connections for a bounded number of accounts", async () => {
    const server = await started();
    const mailer = mailerWith({ maxAccounts: 3 });
    for (const index of times(6, (account) => account)) {
      await mailer.send({ ...aRoute(server.port), accountId: `account-${index}` }, aMail(), IN_TIME_MS);
    }
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(3);
  });

  it.each<[string, Reply]>([
    ["says 421 to", { say: "421 4.7.0 too many connections", hangUp: "close" }],
    ["closes", { hangUp: "close" }],
    ["resets", { hangUp: "reset" }],
  ])("waits for its own other connection when the server %s the second of two dialled at once", async (_, refusal) => {
    const server = await started({ maxConnections: 1, refusal, end: { say: "250 ok", afterMs: 60 } });
    const mailer = mailerWith();
    const outcomes = await Promise.all(times(6, () => mailer.send(aRoute(server.port), aMail(), 5_000)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.accepted).toHaveLength(6);
    expect(server.connections).toBe(2);
  });

  it("keeps to one connection for a minute after a 421", async () => {
    let nowMs = 0;
    const server = await started({ mail: { say: "421 4.7.0 too much", hangUp: "close" } });
    const mailer = mailerWith({ now: () => nowMs });
    const route = aRoute(server.port);
    expect(await mailer.send(route, aMail(), IN_TIME_MS)).toMatchObject({
      kind: "failed",
      code: 421,
      isTerminal: false,
    });
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(0);
    server.script = { end: { say: "250 ok", afterMs: 20 } };
    server.mostOpen = 0;
    await Promise.all(times(4, () => mailer.send(route, aMail(), IN_TIME_MS)));
    expect(server.mostOpen).toBe(1);
    nowMs += 60_001;
    await Promise.all(times(4, () => mailer.send(route, aMail(), IN_TIME_MS)));
    expect(server.mostOpen).toBe(2);
  });

  it("fails in time when no connection becomes free", async () => {
    const server = await started({ end: { say: "250 ok", afterMs: 600 } });
    const mailer = mailerWith();
    const route = aRoute(server.port, { maxConnections: 1 });
    const first = mailer.send(route, aMail(), 3_000);
    await expect.poll(() => server.arrived.length, { timeout: IN_TIME_MS }).toBe(1);
    const second = await mailer.send(route, aMail(), 150);
    expect(second).toMatchObject({ kind: "failed", stage: "connect", isTerminal: false });
    expect(isTaken(await first)).toBe(true);
    expect(server.arrived).toHaveLength(1);
  });

  it("serves the one that waits after an attempt ran out of time", async () => {
    const server = await started({ end: SILENCE });
    const mailer = mailerWith();
    const route = aRoute(server.port, { maxConnections: 1 });
    const first = mailer.send(route, aMail(), 300);
    await expect.poll(() => server.arrived.length, { timeout: IN_TIME_MS }).toBe(1);
    server.script = {};
    const second = mailer.send(route, aMail(), 3_000);
    expect(await first).toMatchObject({ kind: "failed", stage: "content" });
    expect(isTaken(await second)).toBe(true);
    expect(server.connections).toBe(2);
  });

  it("sends nothing after its time was over while the pooled connection was checked", async () => {
    const server = await started({});
    let nowMs = 0;
    const mailer = mailerWith({ now: () => nowMs });
    const send = (timeoutMs: number) => {
      nowMs += 1000;
      return mailer.send(aRoute(server.port), aMail(), timeoutMs);
    };
    await send(IN_TIME_MS);
    server.script = { rset: { say: "250 ok", afterMs: 300 } };
    expect(await send(100)).toMatchObject({ kind: "failed", stage: "connect", isTerminal: false });
    server.script = {};
    // The mailer uses both connections in turn, so the late send is over when these sends are.
    const outcomes = await Promise.all(times(4, () => send(3_000)));
    expect(outcomes.every(isTaken)).toBe(true);
    expect(server.arrived).toHaveLength(5);
  });

  it.each([
    ["none", "none"],
    ["starttls", "starttls"],
    ["tls", "implicit"],
  ] as const)("lets go of the socket when the time is over (%s)", async (encryption, offered) => {
    const server = await started({ encryption: offered, certificate, end: SILENCE });
    const outcome = await mailerWith().send(aRoute(server.port, { encryption }), aMail(), 400);
    expect(outcome).toMatchObject({ kind: "failed", stage: "content", isTerminal: false });
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(0);
  });

  it("never lets a cut mail arrive whole", async () => {
    const server = await started({ data: { say: "354 go on", afterMs: 0 } });
    const mailer = mailerWith({ timeouts: { socketMs: 200 } });
    const body = "line of the body\n".repeat(400_000);
    const outcome = await mailer.send(aRoute(server.port), aMail({ body }), 60);
    expect(outcome).toMatchObject({ kind: "failed", isTerminal: false });
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(0);
    expect(server.arrived).toHaveLength(0);
  });

  it.each([
    ["starttls", "starttls"],
    ["tls", "implicit"],
  ] as const)("resumes the TLS session with %s", async (encryption, offered) => {
    const server = await started({ encryption: offered, certificate });
    const mailer = mailerWith({ maxMailsPerConnection: 1 });
    const route = aRoute(server.port, { encryption, host: "localhost" });
    for (let sent = 0; sent < 3; sent += 1) expect(isTaken(await mailer.send(route, aMail(), IN_TIME_MS))).toBe(true);
    expect(server.handshakes).toBe(3);
    expect(server.resumed).toBe(2);
    expect(server.serverNames[0]).toBe("localhost");
  });

  it.each([
    ["starttls", "starttls", "TLSv1.2"],
    ["starttls", "starttls", "TLSv1.3"],
    ["tls", "implicit", "TLSv1.2"],
    ["tls", "implicit", "TLSv1.3"],
  ] as const)(
    "never resumes a session past a name that did not match (%s, %s, %s)",
    async (encryption, offered, tlsMaxVersion) => {
      const other = testCertificates(["elsewhere.example"]);
      const server = await started({ encryption: offered, certificate: other.server, tlsMaxVersion });
      const mailer = mailerWith({ extraAuthorities: [other.authority] });
      const route = aRoute(server.port, { encryption, host: "localhost" });
      for (let sent = 0; sent < 3; sent += 1) {
        expect(await mailer.send(route, aMail(), IN_TIME_MS)).toMatchObject({ kind: "failed", stage: "tls" });
      }
      expect(server.resumed).toBe(0);
      expect(server.arrived).toHaveLength(0);
    },
  );

  it("resumes a session of TLS 1.2 too", async () => {
    const server = await started({ encryption: "implicit", certificate, tlsMaxVersion: "TLSv1.2" });
    const mailer = mailerWith({ maxMailsPerConnection: 1 });
    const route = aRoute(server.port, { encryption: "tls", host: "localhost" });
    for (let sent = 0; sent < 3; sent += 1) expect(isTaken(await mailer.send(route, aMail(), IN_TIME_MS))).toBe(true);
    expect(server.resumed).toBe(2);
  });

  it("connects to the vetted address and shows the host's name to TLS, whatever the name resolves to later", async () => {
    const server = await started({
      encryption: "implicit",
      certificate: testCertificates(["mail.rebound.test"]).server,
    });
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    let asked = 0;
    const resolveName = () => Promise.resolve(answers[asked++] ?? []);
    const mailer = mailerWith({ guard: addressGuard({ allow: ["127.0.0.0/8"], resolveName }) });
    const outcome = await mailer.send(
      aRoute(server.port, { host: "mail.rebound.test", encryption: "tls" }),
      aMail(),
      2_000,
    );
    expect(outcome).toMatchObject({ kind: "failed", stage: "tls" });
    expect(server.serverNames).toEqual(["mail.rebound.test"]);
    expect(asked).toBe(1);
  });

  it("closes all idle connections, and busy ones when their mail is done", async () => {
    const server = await started({ end: { say: "250 ok", afterMs: 100 } });
    const mailer = mailerWith();
    const sending = mailer.send(aRoute(server.port), aMail(), IN_TIME_MS);
    await expect.poll(() => server.arrived.length, { timeout: IN_TIME_MS }).toBe(1);
    mailer.closeAll();
    expect(isTaken(await sending)).toBe(true);
    await expect.poll(() => server.open, { timeout: IN_TIME_MS }).toBe(0);
  });
});
