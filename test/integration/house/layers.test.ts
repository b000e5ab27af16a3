import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { afterEach, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
let folder = "";
const before = process.cwd();
afterEach(async () => {
  process.chdir(before);
  await rm(folder, { recursive: true, force: true });
});

/** Returns the rules of the project's own configuration that a small tree of files breaks. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), "herald-layers-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "bin/adapter-folders.json"])
    await cp(join(ROOT, name), join(folder, name));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  process.chdir(folder);
  const { options = {}, ...ruleSet } = await extractConfig(join(folder, ".dependency-cruiser.cjs"));
  const { output } = await cruise(
    ["shared", "functions", "lib", "local", "rehearsal", "panel", "client", "test", "config", "docs/.vitepress"].filter(
      (name) => existsSync(name),
    ),
    { ...options, ruleSet, validate: true },
  );
  return (output as ICruiseResult).summary.violations.map((violation) => violation.rule.name);
}

/** Returns a file that breaks the rule, beside the file that it must not import. */
const planted = (from: string, to: string): Readonly<Record<string, string>> => ({
  [from]: `import { b } from "${pathBetween(from, to)}";\nexport const a = () => b;\n`,
  [to]: "export const b = 1;\n",
});

const pathBetween = (from: string, to: string): string => {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
};

const importing = (from: string, module: string): Readonly<Record<string, string>> => ({
  [from]: `import * as b from "${module}";\nexport const a = b;\n`,
});

const STORE = "shared/notifications/dynamo/store.ts";

describe("the layer rules", () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ["mcp-points-down", planted("shared/mcp/a.ts", "shared/identity/b.ts")],
    ["conversations-points-down", planted("shared/conversations/a.ts", "shared/mcp/b.ts")],
    ["chat-points-down", planted("shared/chat/accounts/a.ts", "shared/conversations/b.ts")],
    ["email-points-down", planted("shared/email/a.ts", "shared/keys/b.ts")],
    ["returned-mail-points-down", planted("shared/returned-mail/a.ts", "shared/keys/b.ts")],
    ["cloud-topic-points-down", planted("shared/cloud-topic/a.ts", "shared/keys/b.ts")],
    ["sandbox-points-down", planted("shared/sandbox/a.ts", "shared/keys/b.ts")],
    ["suppressions-points-down", planted("shared/suppressions/a.ts", "shared/keys/b.ts")],
    ["notifications-points-down", planted("shared/notifications/a.ts", "shared/email/b.ts")],
    ["keys-points-down", planted("shared/keys/a.ts", "shared/notifications/b.ts")],
    ["identity-points-down", planted("shared/identity/a.ts", "shared/keys/b.ts")],
    ["activity-points-down", planted("shared/activity/a.ts", "shared/keys/b.ts")],
    ["reference-points-down", planted("shared/reference/a.ts", "shared/keys/b.ts")],
    ["webhooks-points-down", planted("shared/webhooks/a.ts", "shared/mcp/b.ts")],
    ["alerts-points-down", planted("shared/alerts/a.ts", "shared/mcp/b.ts")],
    ["statistics-points-down", planted("shared/statistics/a.ts", "shared/events/b.ts")],
    ["events-points-down", planted("shared/events/a.ts", "shared/mcp/b.ts")],
    ["channels-points-down", planted("shared/channels/a.ts", "shared/conversations/b.ts")],
    ["mcp-rooms-point-down", planted("shared/mcp/contract.ts", "shared/identity/b.ts")],
    ["webhooks-rooms-point-down", planted("shared/webhooks/contract/a.ts", "shared/keys/b.ts")],
    ["alerts-rooms-point-down", planted("shared/alerts/contract/a.ts", "shared/keys/b.ts")],
    ["statistics-rooms-point-down", planted("shared/statistics/dynamo/a.ts", "shared/identity/oidc/b.ts")],
    ["events-rooms-point-down", planted("shared/events/contract/a.ts", "shared/keys/b.ts")],
    ["conversations-rooms-point-down", planted("shared/conversations/dynamo/a.ts", "shared/mcp/b.ts")],
    ["chat-rooms-point-down", planted("shared/chat/ports.ts", "shared/conversations/ports.ts")],
    ["email-rooms-point-down", planted("shared/email/smtp/a.ts", "shared/keys/ports.ts")],
    ["returned-mail-rooms-point-down", planted("shared/returned-mail/domain/a.ts", "shared/email/b.ts")],
    ["sandbox-rooms-point-down", planted("shared/sandbox/dynamo/a.ts", "shared/keys/dynamo/b.ts")],
    ["cloud-topic-rooms-point-down", planted("shared/cloud-topic/domain/a.ts", "shared/email/b.ts")],
    ["suppressions-rooms-point-down", planted("shared/suppressions/domain/a.ts", "shared/email/b.ts")],
    ["notifications-rooms-point-down", planted("shared/notifications/domain/a.ts", "shared/email/b.ts")],
    ["channels-rooms-point-down", planted("shared/channels/contract/a.ts", "shared/keys/b.ts")],
    ["keys-rooms-point-down", planted("shared/keys/ports.ts", "shared/identity/ports.ts")],
    ["identity-rooms-point-down", planted("shared/identity/oidc/a.ts", "shared/keys/dynamo/b.ts")],
    ["activity-rooms-point-down", planted("shared/activity/dynamo/a.ts", "shared/keys/dynamo/b.ts")],
    ["reference-rooms-point-down", planted("shared/reference/contract/a.ts", "shared/keys/b.ts")],
    ["returned-mail-wiring-points-down", planted("shared/returned-mail/wiring.ts", "shared/keys/wiring.ts")],
    ["sandbox-wiring-points-down", planted("shared/sandbox/wiring.ts", "shared/keys/wiring.ts")],
    ["cloud-topic-wiring-points-down", planted("shared/cloud-topic/wiring.ts", "shared/keys/wiring.ts")],
    ["suppressions-wiring-points-down", planted("shared/suppressions/wiring.ts", "shared/keys/wiring.ts")],
    ["mcp-wiring-points-down", planted("shared/mcp/wiring.ts", "shared/identity/wiring.ts")],
    ["webhooks-wiring-points-down", planted("shared/webhooks/wiring.ts", "shared/mcp/wiring.ts")],
    ["alerts-wiring-points-down", planted("shared/alerts/wiring.ts", "shared/mcp/wiring.ts")],
    ["statistics-wiring-points-down", planted("shared/statistics/wiring.ts", "shared/events/wiring.ts")],
    ["events-wiring-points-down", planted("shared/events/wiring.ts", "shared/mcp/wiring.ts")],
    ["conversations-wiring-points-down", planted("shared/conversations/wiring.ts", "shared/mcp/wiring.ts")],
    ["chat-wiring-points-down", planted("shared/chat/wiring.ts", "shared/conversations/wiring.ts")],
    ["email-wiring-points-down", planted("shared/email/wiring.ts", "shared/keys/wiring.ts")],
    ["notifications-wiring-points-down", planted("shared/notifications/queue-wiring.ts", "shared/email/wiring.ts")],
    ["channels-wiring-points-down", planted("shared/channels/wiring.ts", "shared/keys/wiring.ts")],
    ["keys-wiring-points-down", planted("shared/keys/wiring.ts", "shared/notifications/wiring.ts")],
    ["identity-wiring-points-down", planted("shared/identity/wiring.ts", "shared/keys/wiring.ts")],
    ["activity-wiring-points-down", planted("shared/activity/wiring.ts", "shared/keys/wiring.ts")],
    ["reference-wiring-points-down", planted("shared/reference/wiring.ts", "shared/keys/wiring.ts")],
    ["a-folder-has-a-row", planted("shared/sms/send-sms.ts", "shared/kernel/b.ts")],
    ["a-folder-without-a-row-is-not-imported", planted("functions/http/a.ts", "shared/sms/b.ts")],
    ["a-room-has-a-name", planted("shared/email/imap/a.ts", "shared/email/domain/b.ts")],
    ["a-room-without-a-name-is-not-imported", planted("shared/email/a.ts", "shared/email/imap/b.ts")],
    ["wiring-names-its-own-adapters", planted("shared/email/wiring.ts", STORE)],
    ["composition-is-on-top", planted("shared/conversations/wiring.ts", "shared/composition/b.ts")],
    ["notifications-know-no-channel", planted("shared/notifications/a.ts", "shared/email/b.ts")],
    ["notifications-know-no-channel", planted("shared/notifications/domain/a.ts", "shared/chat/domain/b.ts")],
    ["notifications-know-no-channel", planted("shared/notifications/contract/a.ts", "shared/email/contract/b.ts")],
    ["notifications-know-no-channel", planted("shared/notifications/wiring.ts", "shared/chat/wiring.ts")],
    ["only-contracts-name-channels", planted("shared/notifications/domain/a.ts", "shared/channels/domain/b.ts")],
    ["email-and-chat-are-strangers", planted("shared/email/domain/a.ts", "shared/chat/domain/b.ts")],
    ["chat-and-email-are-strangers", planted("shared/chat/domain/a.ts", "shared/email/domain/b.ts")],
    ["chat-knows-no-conversation", planted("shared/chat/domain/a.ts", "shared/conversations/domain/b.ts")],
    ["ground-knows-no-capability", planted("shared/edge/a.ts", "shared/keys/domain/b.ts")],
    ["edge-names-no-adapter", planted("shared/edge/a.ts", "shared/edge/dynamo/b.ts")],
    ["aws-is-ground", planted("shared/aws/a.ts", "shared/edge/b.ts")],
    ["words-know-no-clock", planted("shared/notifications/domain/a.ts", "shared/kernel/system-clock.ts")],
    ["use-cases-name-no-adapter", planted("shared/mcp/a.ts", STORE)],
    ["domain-is-alone", planted("shared/notifications/domain/a.ts", STORE)],
    ["kernel-is-alone", planted("shared/kernel/a.ts", "shared/aws/b.ts")],
    ["contract-knows-words", planted("shared/keys/contract.ts", "shared/keys/b.ts")],
    ["ports-are-interfaces", planted("shared/keys/ports.ts", "shared/keys/b.ts")],
    ["use-cases-name-no-adapter", planted("shared/notifications/a.ts", STORE)],
    ["adapters-name-no-use-case", planted(STORE, "shared/notifications/b.ts")],
    ["functions-are-thin", planted("functions/http/x.ts", STORE)],
    ["functions-are-thin", planted("functions/http/x.ts", "shared/edge/dynamo/b.ts")],
    ["functions-are-thin", planted("functions/http/x.ts", "shared/kernel/network/b.ts")],
    ["functions-are-thin", planted("functions/http/x.ts", "config/dev.ts")],
    ["functions-are-strangers", planted("functions/http/a.ts", "functions/http/b.ts")],
    ["functions-are-strangers", planted("functions/mcp/handler.ts", "functions/http/b.ts")],
    ["rehearsal-reads-templates", planted("rehearsal/a.ts", "lib/functions.ts")],
    ["rehearsal-is-a-tool", planted("local/a.ts", "rehearsal/b.ts")],
    ["product-is-alone", planted("shared/notifications/a.ts", "local/b.ts")],
    ["no-test-in-product", planted("shared/notifications/a.ts", "test/b.ts")],
    ["doubles-import-no-adapter", planted("test/support/in-memory-store.ts", STORE)],
    ["client-is-alone", planted("client/src/a.ts", "shared/notifications/domain/b.ts")],
    ["client-no-packages", importing("client/src/a.ts", "zod")],
    ["panel-sees-contract", planted("panel/src/a.ts", "shared/notifications/b.ts")],
    ["cloud-reads-contract", planted("lib/cloud/a.ts", "shared/notifications/b.ts")],
    ["local-knows-no-cloud", planted("local/a.ts", "lib/cloud/b.ts")],
    ["guides-are-pages", planted("docs/.vitepress/a.ts", "shared/notifications/b.ts")],
    ["no-unresolved", { "shared/kernel/a.ts": 'import { b } from "./missing.ts";\nexport const a = b;\n' }],
    ["domain-no-packages", importing("shared/notifications/domain/a.ts", "zod")],
    ["use-cases-no-packages", importing("shared/notifications/a.ts", "zod")],
    ["functions-busboy-only", importing("functions/http/x.ts", "jose")],
    ["edge-middy-only", importing("shared/edge/a.ts", "jose")],
    ["contract-zod-only", importing("shared/keys/contract.ts", "jose")],
    ["domain-no-io", importing("shared/notifications/domain/a.ts", "node:process")],
    [
      "no-cycles",
      {
        "shared/kernel/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
        "shared/kernel/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
      },
    ],
  ])("catch a planted violation: %s", async (rule, files) => {
    expect(await brokenRules(files)).toContain(rule);
  });

  it("are all tried", async () => {
    const { forbidden = [] } = await extractConfig(join(ROOT, ".dependency-cruiser.cjs"));
    const source = readFileSync(import.meta.filename, "utf8");
    for (const { name = "" } of forbidden) expect([name, source.includes(`"${name}"`)]).toEqual([name, true]);
  });

  it("have nothing against what is allowed", async () => {
    expect(await brokenRules(planted("shared/email/a.ts", "shared/notifications/domain/b.ts"))).toEqual([]);
    expect(await brokenRules(planted("shared/notifications/contract/a.ts", "shared/channels/domain/b.ts"))).toEqual([]);
    expect(await brokenRules(planted("shared/identity/domain/a.ts", "shared/webhooks/domain/b.ts"))).toEqual([]);
    expect(await brokenRules(planted("shared/composition/a.ts", STORE))).toEqual([]);
  });
});

describe("README", () => {
  it("follows a notification in five steps, from files that exist", () => {
    const section =
      readFileSync(join(ROOT, "README.md"), "utf8").split("## A notification in five steps")[1]?.split("\n## ")[0] ??
      "";
    const paths = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map((match) => match[1] ?? "");
    expect(paths).toEqual([
      "functions/http/notifications.ts",
      "shared/notifications/accept/submit-notification.ts",
      "functions/queue/deliver-notification.ts",
      "shared/notifications/deliver/deliver-notification.ts",
      "shared/email/send-email.ts",
    ]);
    for (const path of paths) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  });
});
