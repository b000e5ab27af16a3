import { describe, expect, it } from "vitest";
import type { MailStage } from "../../../../shared/email/domain/mail.ts";
import { isUnsaid, type Objection, saidObjection } from "../../../../shared/email/smtp/smtp-objection.ts";

type Said = readonly [stage: MailStage, reply: string];

const judged = ([stage, reply]: Said): Objection | undefined =>
  saidObjection({ stage, code: Number(reply.slice(0, 3)), message: reply });

const OF_CONNECTIONS: readonly Said[] = [
  [
    "content",
    "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending [Hostname=AB1]",
  ],
  ["content", "432 4.3.2 concurrent connection limit exceeded"],
  ["sender", "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded"],
  [
    "connect",
    "421 4.3.2 The maximum number of concurrent connections has exceeded a limit, closing transmission channel",
  ],
  ["sender", "451 4.7.652 The mail server [192.0.2.1] has exceeded the maximum number of connections. (S3115)"],
  ["connect", "421 4.7.0 Too many concurrent SMTP connections; please try again later."],
  ["connect", "421 4.7.0 mx.example.org Error: too many connections from 192.0.2.1"],
  [
    "connect",
    "421 Connection refused, too many sessions from 192.0.2.1. Please lower the number of concurrent sessions.",
  ],
  ["connect", "450 4.7.0 Error: too many new TLS sessions from 192.0.2.1"],
  ["connect", "554 5.7.1 Too many connections from your host"],
  ["connect", "421 4.7.1\nmaximum connections\nreached"],
  ["authentication", "454 4.7.0 Too many login attempts, please try again later"],
];

const OF_RATE: readonly Said[] = [
  ["connect", "421 4.3.0 Temporary System Problem. Try again later"],
  ["content", "421 4.4.2 closing"],
  ["content", "454 Throttling failure: Maximum sending rate exceeded."],
  ["sender", "450 4.7.1 Error: too much mail from 192.0.2.1"],
  ["authentication", "450 4.7.1 Error: too many AUTH commands from 192.0.2.1"],
  ["content", "451 4.7.1 Sender rate limit exceeded"],
  ["sender", "450 4.7.1 You have reached your sending limit, try again later"],
  ["sender", "451 Too many messages, slow down"],
  ["sender", "451 4.7.28 our system has detected an unusual rate of mail"],
  ["recipients", "450 4.7.1 <anna@example.org>: ratelimited"],
];

const OF_ONE_MAIL: readonly Said[] = [
  ["recipients", "452 4.5.3 Error: too many recipients"],
  ["recipients", "452 4.5.3 too many recipients for this session"],
  ["recipients", "450 4.7.1 recipient limit reached"],
  ["recipients", "451 4.7.1 too many invalid recipients in this session"],
  [
    "recipients",
    "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
  ],
  ["recipients", "450 4.2.1 The user you are trying to contact is receiving mail too quickly"],
  ["recipients", "452 4.2.2 mailbox size limit exceeded"],
  ["content", "452 4.3.4 Message size exceeds fixed limit"],
  ["content", "452 4.6.0 too many attachments"],
  ["content", "451 4.4.6 too many hops"],
  ["content", "554 5.4.6 too many hops"],
  ["content", "554 5.7.1 too many connections"],
  ["sender", "550 5.7.1 sending rate limit exceeded"],
  ["authentication", "535 5.7.8 too many login attempts"],
  ["sender", "451 4.7.1 Greylisting in action, please come back later"],
  ["sender", "451 4.7.0 temporarily deferred"],
  ["authentication", "432 4.7.12 A password transition is needed"],
  ["connect", "554 5.3.2 no service here"],
  ["content", "250 2.0.0 too many connections"],
];

describe("saidObjection()", () => {
  it.each(OF_CONNECTIONS)("at %s, of connections: %s", (...said) => {
    expect(judged(said)).toBe("connections");
  });

  it.each(OF_RATE)("at %s, of a rate, as far as it tells: %s", (...said) => {
    expect(judged(said)).toBe("rate");
  });

  it.each(OF_ONE_MAIL)("at %s, none: %s", (...said) => {
    expect(judged(said)).toBeUndefined();
  });

  it("is none where the server says nothing, and looks at the beginning of an endless reply only", () => {
    expect(saidObjection({ stage: "connect", message: "too many connections" })).toBeUndefined();
    const endless = `450 ${"too many ".repeat(7000)} too many connections`;
    expect(saidObjection({ stage: "connect", code: 450, message: endless })).toBeUndefined();
  });
});

describe("isUnsaid()", () => {
  it.each<readonly [MailStage, boolean]>([
    ["resolve", false],
    ["connect", true],
    ["tls", true],
    ["authentication", true],
    ["sender", true],
    ["recipients", true],
    ["content", false],
    ["request", false],
  ])("a connection that is lost at %s: %s", (stage, expected) => {
    expect(isUnsaid({ stage, message: "connection lost" })).toBe(expected);
    expect(isUnsaid({ stage, code: 451, message: "451 later" })).toBe(false);
  });
});
