import { readFileSync } from "node:fs";
import { bounceOf, nothing, type ReturnedMailCase } from "./mail-source.ts";

/** Reads a report as Postfix 3.7 has sent it. Only the addresses, the hosts and the ids in it are others. */
const sent = (name: string): string =>
  readFileSync(new URL(`postfix/${name}.eml`, import.meta.url), "utf8").replaceAll("\n", "\r\n");

const UNKNOWN = "550 5.1.1 <gone@far.example>: Recipient address rejected: User unknown";
const FULL = "552 5.2.2 <full@far.example>: Quota exceeded (mailbox for user is full)";

const CASES: Readonly<Record<string, ReturnedMailCase["expected"]>> = {
  "unknown-at-next-hop": bounceOf([["gone@far.example"], "5.1.1", UNKNOWN]),
  "unknown-of-its-own": bounceOf([["nobody-here@nordpost.example"], "5.1.1", 'unknown user: "nobody-here"']),
  "full-at-next-hop": bounceOf([["full@far.example"], "5.2.2", FULL]),
  "full-of-its-own": bounceOf([["daemon@nordpost.example"], "5.2.2", "input/output error"]),
  "refused-content": bounceOf([["policy@far.example"], "5.7.1", "554 5.7.1 Message rejected due to content"]),
  "no-such-domain": bounceOf([
    ["ana@no-such-domain.example"],
    "5.4.4",
    "unable to look up host no-such-domain.example: Name or service not known",
  ]),
  "beyond-ascii": bounceOf([
    ["gonezoë@far.example"],
    "5.1.1",
    "550 5.1.1 <gonezoë@far.example>: Recipient address rejected: User unknown",
  ]),
  "delayed-full-for-now": nothing,
  "full-for-now": bounceOf([["full452@far.example"], "4.2.2", "452 4.2.2 The mailbox is over quota"]),
  "delayed-put-off": nothing,
  "put-off": bounceOf([["later@far.example"], "4.3.2", "451 4.3.2 Please try again later"]),
  "delayed-no-connection": nothing,
  "no-connection": bounceOf([["ana@dead.example"], "4.4.1", "connect to 127.0.0.1[127.0.0.1]:9: Connection refused"]),
  "forwarded-by-a-table": bounceOf([["sales@nordpost.example", "gone@far.example"], "5.1.1", UNKNOWN]),
  "forwarded-by-an-alias": bounceOf([["team@nordpost.example", "gone@far.example"], "5.1.1", UNKNOWN]),
  "forwarded-to-two": bounceOf(
    [["two@nordpost.example", "full@far.example"], "5.2.2", FULL],
    [["two@nordpost.example", "gone@far.example"], "5.1.1", UNKNOWN],
  ),
  several: bounceOf(
    [["nobody-here@nordpost.example"], "5.1.1", 'unknown user: "nobody-here"'],
    [["full@far.example"], "5.2.2", FULL],
    [["gone@far.example"], "5.1.1", UNKNOWN],
  ),
};

export const POSTFIX_REPORTS: readonly ReturnedMailCase[] = Object.entries(CASES).map(([name, expected]) => ({
  name: `Postfix: ${name}`,
  raw: sent(name),
  expected,
}));
