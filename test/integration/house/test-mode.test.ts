import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

interface Imported {
  readonly names: string;
  readonly from: string;
}

/** Returns what a file imports, at once and later, without types. */
function importsOf(file: string): readonly Imported[] {
  const text = textOf(file);
  const atOnce = [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^;"]*?)\s*from\s+"([^"]+)"/gms)];
  const unnamed = [...text.matchAll(/^import\s+"([^"]+)"/gm)].map(([, from = ""]) => ({ names: "*", from }));
  const later = [...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)].map(([, from = ""]) => ({ names: "*", from }));
  return [...atOnce.map(([, names = "", from = ""]) => ({ names, from })), ...unnamed, ...later];
}

const placeOf = (file: string, from: string): string => relative(ROOT, join(ROOT, dirname(file), from));

/**
 * These files ask in which mode they are, or spell the hidden owner's id or the test key. Everything else serves an owner
 * as any other owner.
 */
const KNOW_THE_MODE = [
  // The credential says the mode, and the owner's time follows from it.
  "shared/edge/middleware/authenticate.ts",
  "shared/edge/mode-of-request.ts",
  "shared/edge/owners-time.ts",
  // Keys have a mode and a form for it, one list has the keys of both modes, and no token may name a hidden owner.
  "shared/identity/oidc/jose-token-verifier.ts",
  "shared/keys/contract.ts",
  "shared/keys/list-api-keys.ts",
  "shared/kernel/api-key-text.ts",
  "shared/kernel/key-terms.ts",
  // What is due in an owner's own time is listed apart, and everybody's figures and accounts are those of live mode.
  "shared/notifications/dynamo/notification-key.ts",
  "shared/statistics/count-changes.ts",
  "shared/statistics/find-concerns.ts",
  // The channels begin test mode with an account, and choose the outlet.
  "shared/chat/contract/chat-account-request.ts",
  "shared/chat/sandbox/sandbox-accounts.ts",
  "shared/email/beginning-with-sandbox.ts",
  // Nothing from outside leads to an account of test mode.
  "shared/email/dynamo/topic-accounts.ts",
  "shared/email/by-mode.ts",
  // The document of the API names the header.
  "shared/reference/contract/components.ts",
  // A webhook's requests say the mode.
  "shared/webhooks/http/http-webhook-sender.ts",
  // The rights of test mode end at its partitions.
  "lib/cloud/capabilities.ts",
];

/** These files hand something to the sandbox, or read it. */
const KNOW_THE_SANDBOX = [
  "functions/http/sandbox.ts",
  "functions/queue/apply-sandbox-effects.ts",
  "lib/cloud/content-grants.ts",
  "shared/chat/sandbox/sandbox-chat-sender.ts",
  "shared/chat/wiring.ts",
  "shared/composition/sandbox-effects.ts",
  "shared/conversations/sandbox-wiring.ts",
  "shared/conversations/write-as-customer.ts",
  "shared/email/sandbox-wiring.ts",
  "shared/email/sandbox/sandbox-mailer.ts",
  "shared/email/delivery-wiring.ts",
  "shared/routes.ts",
];

const OWN = "shared/sandbox/";
const product = globSync(["shared/**/*.ts", "functions/**/*.ts", "lib/**/*.ts"], { cwd: ROOT }).filter(
  (file) => !file.startsWith(OWN) && file !== "shared/kernel/test-mode.ts",
);
const MODE = /from "[./]*\/(?:kernel\/)?test-mode\.ts"|hrld_test/;
const matching = (pattern: RegExp): string[] => product.filter((file) => pattern.test(textOf(file))).toSorted();

describe("test mode", () => {
  it("is known by name to few files of the product, and to no others (D48a)", () => {
    expect(product.length).toBeGreaterThan(500);
    expect(matching(MODE)).toEqual(KNOW_THE_MODE.toSorted());
  });

  it("has a sandbox that few files of the product know, and no others", () => {
    const named = (file: string) => [...textOf(file).matchAll(/"(\.[^"]+\.ts)"/g)].map(([, from = ""]) => from);
    const knowing = product.filter((file) => named(file).some((from) => placeOf(file, from).startsWith(OWN)));
    expect(knowing.toSorted()).toEqual(KNOW_THE_SANDBOX.toSorted());
  });
});

/** Returns everything that a file loads: our files, and the names that they take from packages and from Node. */
function loadedBy(entry: string): { readonly files: ReadonlySet<string>; readonly outside: ReadonlySet<string> } {
  const files = new Set([entry]);
  const outside = new Set<string>();
  for (const file of files)
    for (const { names, from } of importsOf(file)) {
      if (from.startsWith(".")) files.add(placeOf(file, from));
      else outside.add(/^node:|^nodemailer/.test(from) ? `${from} ${names.replaceAll(/\s+/g, " ")}` : from);
    }
  return { files, outside };
}

/** What opens connections: Node's modules but for what only reads addresses, packages that do, and our own files around them. */
const CONNECTS = [
  /^node:(?:http|https|http2|tls|dgram|dns|dns\/promises)\b/,
  /^node:net (?!\{ (?:isIP|isIPv4|isIPv6|BlockList)(?:, (?:isIP|isIPv4|isIPv6|BlockList))* \}$)/,
  /^nodemailer(?:$| |\/lib\/(?!mime-|mail-composer|base64|qp|addressparser|shared))/,
  // Whatever reads the tables may open a data key.
  /^@aws-sdk\/client-(?!dynamodb$|s3$|sqs$|kms$)/,
  /^(?:undici|axios|got)$/,
];
const isConnecting = (one: string): boolean => CONNECTS.some((pattern) => pattern.test(one));

/** The outlets of test mode, and what serves its sandbox. */
const OUTLETS = [
  "shared/email/sandbox-wiring.ts",
  ...globSync("shared/chat/sandbox/*.ts", { cwd: ROOT }),
  ...globSync("shared/sandbox/**/*.ts", { cwd: ROOT }),
];

describe("what test mode sends", () => {
  it.each(OUTLETS)("goes to the tables, the bucket and the queues alone: %s (D48b)", (outlet) => {
    const { files, outside } = loadedBy(outlet);
    expect([...outside].filter(isConnecting)).toEqual([]);
    const fetching = [...files].filter((file) => /\bfetch\(|\bWebSocket\(/.test(textOf(file)));
    expect(fetching).toEqual([]);
  });

  it.each([
    ["shared/email/smtp/smtp-mailer.ts", /^nodemailer\/lib\/smtp-connection/],
    ["shared/chat/provider/social-messaging-sender.ts", /^@aws-sdk\/client-socialmessaging$/],
    ["shared/webhooks/http/http-webhook-sender.ts", /^node:https? /],
  ])("is not what %s does, which connects", (file, to) => {
    expect([...loadedBy(file).outside].filter(isConnecting)).toContainEqual(expect.stringMatching(to));
  });
});
