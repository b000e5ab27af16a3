import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import * as z from "zod";

const ROOT = resolve(import.meta.dirname, "..");
const CACHE = join(ROOT, "node_modules/.cache/reference");
const PACKAGE = "@scalar/fastify-api-reference";
const START = join(import.meta.dirname, "reference-page/start.js");

const plugin = z.object({ default: z.custom<Plugin>((value) => typeof value === "function") });
type Plugin = (server: object, options: object, done: () => void) => void;
const routeOfServer = z.looseObject({
  url: z.string(),
  handler: z.custom<Handler>((value) => typeof value === "function"),
});
type Handler = (request: object, reply: object) => unknown;

/**
 * Extracts the viewer of the API reference as one script. The only package without 270 others offers the script solely
 * as a plugin for a web server, so this function acts as that server. Throws if the package has changed.
 */
function viewerScript(): string {
  const found: string[] = [];
  const reply = { header: () => ({ send: (text: unknown) => found.push(String(text)) }) };
  const route = (given: unknown) => {
    const { url, handler } = routeOfServer.parse(given);
    if (url.endsWith(".js")) handler({}, reply);
  };
  const server = { route, hasPlugin: () => false, initialConfig: {}, log: { warn: () => {} } };
  const { default: register } = plugin.parse(createRequire(import.meta.url)(PACKAGE));
  register(server, { configuration: { url: "/docs/public.json" } }, () => {});
  const [script] = found;
  if (script === undefined) throw new Error(`${PACKAGE} serves no script`);
  return script;
}

/** Writes the files of the reference page into a folder. */
export function writeReferencePage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "viewer.js"), viewerScript());
  copyFileSync(START, join(folder, "start.js"));
}

/**
 * Returns a folder with the files of the reference page, and creates it if it is missing. A rename makes the folder
 * appear, because several stacks may start at once.
 */
export function referencePage(): string {
  const version = readFileSync(join(ROOT, "node_modules", PACKAGE, "package.json"));
  const folder = join(
    CACHE,
    createHash("sha256").update(version).update(readFileSync(START)).digest("hex").slice(0, 16),
  );
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft-${process.pid}`;
  writeReferencePage(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
