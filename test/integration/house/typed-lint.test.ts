import { beforeAll, describe, expect, it } from "vitest";
import lint from "../../../oxlint.config.ts";
import { LINT_TIMEOUT_MS, lintFiles } from "../../support/lint.ts";

const DECLARED = [
  "declare const one: Promise<number>;",
  "declare function load(): Promise<number>;",
  "declare function take(text: string): number;",
  "declare const anything: any;",
  "declare const channels: Record<'email' | 'chat', { send(): Promise<void> }>;",
  "declare const channel: 'email' | 'chat';",
].join("\n");

/** Each of these lines breaks the named rule in a file of this folder. Such mistakes have occurred in this code. */
const PLANTED: readonly (readonly [rule: string, code: string, folder?: string])[] = [
  ["await-thenable", "await take('');"],
  ["await-thenable", "for await (const text of ['']) take(text);"],
  ["consistent-type-assertions", "export const a = one as unknown;"],
  ["consistent-type-assertions", "export const a = <number>take('');"],
  ["no-floating-promises", "load();"],
  ["no-floating-promises", "channels[channel].send();"],
  ["no-floating-promises", "[1, 2].map(load);"],
  ["no-floating-promises", "load().then(String);"],
  ["no-misused-promises", "[1].forEach(async () => { await load(); });"],
  ["no-misused-promises", "if (one) take('');"],
  ["no-misused-promises", "new Promise<void>(async (done) => { await load(); done(); }).catch(String);"],
  ["no-misused-promises", "export const all = { ...load() };"],
  ["no-unsafe-argument", "take(anything);"],
  ["no-unsafe-assignment", "const a: string = anything; take(a);"],
  ["no-unsafe-assignment", "const { a } = anything; take(String(a));"],
  ["no-unsafe-call", "anything();"],
  ["no-unsafe-call", "new anything();"],
  ["no-unsafe-member-access", "take(String(anything.name));"],
  ["no-unsafe-return", "export const a = (): string => anything;"],
  ["return-await", "export async function a() { try { return load(); } catch { return 1; } }"],
  ["return-await", "export async function a() { try { take(''); } catch { return load(); } finally { take(''); } }"],
  ["switch-exhaustiveness-check", "switch (channel) { case 'email': take(''); break; }"],
  ["switch-exhaustiveness-check", "switch (take('') > 0) { case true: take(''); }"],
  // Tests may cast and may read untyped values, but must await promises like all code.
  ["no-floating-promises", "load();", "test/unit"],
  ["return-await", "export async function a() { try { return load(); } catch { return 1; } }", "bench"],
];

const ALLOWED: readonly (readonly [code: string, folder: string])[] = [
  ["export const a = ['email', 'chat'] as const;", "shared/kernel"],
  ["export async function a() { try { return await load(); } catch { return 1; } }", "shared/kernel"],
  ["export const a = async () => load();", "shared/kernel"],
  ["void load();", "shared/kernel"],
  ["switch (channel) { case 'email': case 'chat': take(''); }", "shared/kernel"],
  ["export const a = () => b; const b = 1;", "shared/kernel"],
  ["export const a = (b: B) => b; interface B { c: 1 }", "shared/composition"],
  ["export const a: string = anything as string; take(anything.name);", "test/unit"],
];

const plantedAt = (index: number): string => `${PLANTED[index]?.[2] ?? "shared/kernel"}/planted-${index}.ts`;
const allowedAt = (index: number): string => `${ALLOWED[index]?.[1]}/allowed-${index}.ts`;

let broken: ReadonlyMap<string, string[]>;
beforeAll(async () => {
  broken = await lintFiles({
    ...Object.fromEntries(PLANTED.map(([, code], index) => [plantedAt(index), `${DECLARED}\n${code}`])),
    ...Object.fromEntries(ALLOWED.map(([code], index) => [allowedAt(index), `${DECLARED}\n${code}`])),
  });
}, LINT_TIMEOUT_MS);

describe("the lint rules that need types", () => {
  it.each(PLANTED.map(([rule, code], index) => ({ rule, code, index })))(
    "catch a planted violation: $rule: $code",
    ({ rule, index }) => {
      expect(broken.get(plantedAt(index))).toContain(rule);
    },
  );

  it.each(ALLOWED.map(([code], index) => ({ code, index })))("have nothing against $code", ({ index }) => {
    expect(broken.get(allowedAt(index))).toEqual([]);
  });

  it("are all tried", () => {
    // `effects.test.ts`, `globals.test.ts` and `spreads.test.ts` test these rules.
    const own = new Set(["eslint-js/no-restricted-syntax", "no-restricted-globals", "no-restricted-properties"]);
    const configured = [lint, ...(lint.overrides ?? [])].flatMap(({ rules = {} }) => Object.keys(rules));
    const tried = new Set(PLANTED.map(([rule]) => rule));
    expect(configured.filter((name) => !own.has(name) && !tried.has(name.replace(/^.*\//, "")))).toEqual([]);
  });
});
