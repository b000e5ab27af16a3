import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const BUILD_TIMEOUT_MS = 120_000;
const KB = 1000;
const FIRST_LOAD_KB = 169;
/** The first page may have this many files, because each costs a request. */
const FIRST_FILES = 4;
/** A page may load this much in addition to what Home has loaded. */
const PAGE_KB = 84;

/** The key is a source file, or the name of a part that several files share. */
type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

let folder: string;
let manifest: Manifest;
/** The panel's page itself loads these parts, whichever page it shows. */
let shell: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-panel-"));
  // A separate process builds the panel, because the tests' setting would bundle the development builds of libraries.
  await promisify(execFile)(process.execPath, [VITE, "build", "panel", "--outDir", folder, "--manifest"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
    timeout: BUILD_TIMEOUT_MS,
  });
  manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  const page = await textOf("index.html");
  shell = [...page.matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = ""]) => file);
}, BUILD_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns a part's file, its styles, and everything that it imports statically. */
function filesOf(name: string, seen = new Set<string>()): readonly string[] {
  const part = manifest[name];
  if (part === undefined) throw new Error(`nothing was built of ${name}`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [part.file, ...(part.css ?? []), ...(part.imports ?? []).flatMap((other) => filesOf(other, seen))];
}

const textOf = (file: string): Promise<string> => readFile(join(folder, file), "utf8");

/** Returns the size in kilobytes of 1,000 bytes, with each file gzipped as it is transferred. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const texts = await Promise.all([...new Set(files)].map(textOf));
  return texts.reduce((sum, text) => sum + gzipSync(text).length / KB, 0);
}

const pageFile = (page: string): string => `src/pages/${page}`;

describe("the panel's first load", () => {
  it(`is at most ${FIRST_LOAD_KB} KB gzipped with Home`, async () => {
    const size = await sizeOf([...shell, ...filesOf(pageFile("home/home-page.tsx"))]);
    expect(size).toBeLessThanOrEqual(FIRST_LOAD_KB);
    expect(size).toBeGreaterThan(FIRST_LOAD_KB / 2);
  });

  it(`asks for at most ${FIRST_FILES} files at once`, () => {
    expect(shell.length).toBeGreaterThan(1);
    expect(shell.length).toBeLessThanOrEqual(FIRST_FILES);
  });

  it.each([
    "notifications/notifications-page.tsx",
    "conversations/conversations-page.tsx",
    "email-templates/template-page.tsx",
    "api-keys/api-keys-page.tsx",
    "sending-accounts/account-page.tsx",
  ])(`grows by at most ${PAGE_KB} KB for %s`, async (page) => {
    const own = filesOf(pageFile(page)).filter((file) => !shell.includes(file));
    expect(await sizeOf(own)).toBeLessThanOrEqual(PAGE_KB);
  });

  it.each([
    ["charts", "recharts"],
    ["the editor", "cm-content"],
    ["the palette", "Spotlight-action"],
  ])("has no %s: they come when somebody looks at them", async (_, mark) => {
    const first = await Promise.all(shell.filter((file) => file.endsWith(".js")).map(textOf));
    expect(first.filter((text) => text.includes(mark)).length).toBe(0);
  });
});
