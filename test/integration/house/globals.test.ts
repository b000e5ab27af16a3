import { beforeAll, describe, expect, it } from "vitest";
import { LINT_TIMEOUT_MS, lintFiles } from "../../support/lint.ts";

const RULES = ["no-restricted-globals", "no-restricted-properties", "no-restricted-syntax"];

const GLOBALS = [
  "Date.now()",
  "new Date()",
  "Date()",
  "performance.now()",
  "setTimeout(String, 1)",
  "setInterval(String, 1)",
  "setImmediate(String)",
  "fetch('http://example.test')",
  "process.env.HOME",
  "crypto.randomUUID()",
  "Math.random()",
  "AbortSignal.timeout(1)",
  "globalThis.setTimeout(String, 1)",
];
const PURE = ["new Date(1)", "Date.parse('2026-11-21')", "Date.UTC(2026, 1)", "Math.max(1, 2)", "clock.now()"];
const IMPORT = "import { setTimeout as pause } from 'node:timers/promises'; await pause(1)";

/** These folders contain a domain, use cases, a channel and the template engine. */
const FOLDERS = [
  "shared/keys/domain",
  "shared/keys",
  "shared/conversations/sending",
  "shared/email",
  "shared/go-template",
];
/** These files are an adapter, a wiring, and code outside the capabilities. */
const FREE = ["shared/keys/dynamo/a.ts", "shared/email/smtp/a.ts", "shared/keys/frame-wiring.ts", "shared/kernel/a.ts"];

const codeOf = (code: string): string => `declare const clock: Date & { now(): number };\nexport const a = ${code};`;
const fileOf = (path: string, code: string): string => `${path}/file-${[...GLOBALS, ...PURE].indexOf(code)}.ts`;

let complaints: ReadonlyMap<string, string[]>;
beforeAll(async () => {
  const files = FOLDERS.flatMap((path) => [...GLOBALS, ...PURE].map((code) => [fileOf(path, code), codeOf(code)]));
  complaints = await lintFiles({
    ...Object.fromEntries(files),
    ...Object.fromEntries(FREE.map((name) => [name, codeOf("[Date.now(), new Date(), setTimeout(String, 1)]")])),
    ...Object.fromEntries(FOLDERS.map((path) => [`${path}/import.ts`, IMPORT])),
  });
}, LINT_TIMEOUT_MS);
const about = (file: string) => complaints.get(file)?.filter((rule) => RULES.includes(rule));

describe.each(FOLDERS)("code in %s", (path) => {
  it.each(GLOBALS)("is passed what it would get by %s", (code) => {
    expect(about(fileOf(path, code))).toHaveLength(1);
  });

  it("is passed what it would import of Node", () => {
    expect(about(`${path}/import.ts`)).toEqual(["no-restricted-syntax"]);
  });

  it.each(PURE)("may say %s", (code) => {
    expect(about(fileOf(path, code))).toEqual([]);
  });
});

describe("adapters, wiring and the kernel", () => {
  it.each(FREE)("%s may use the clock of the machine", (file) => {
    expect(about(file)).toEqual([]);
  });
});
