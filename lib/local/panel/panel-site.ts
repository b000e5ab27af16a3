import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { builtPanel } from "../../panel-build.ts";
import {
  ASSET_HEADERS,
  cacheControl,
  isPanelPage,
  type PanelConfig,
  PREVIEW_HEADERS,
  PREVIEW_PAGE,
  panelHeaders,
} from "../../panel-site.ts";

export interface SiteAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Answers the panel's own addresses, and nothing for any other: those are the API's. */
export type Site = (method: string, path: string) => SiteAnswer | undefined;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
const DOCUMENT = "/index.html";
const CONFIG = "/config.json";

/** Stands in for the cloud's CDN before the panel's bucket. `config` is asked at every request: its addresses are known last. */
export async function openPanelSite(): Promise<(config: () => PanelConfig) => Site> {
  const files = await readBuild();
  return (config) => (method, path) =>
    method === "GET" || method === "HEAD" ? fileAt(path, files, config()) : undefined;
}

function fileAt(path: string, files: ReadonlyMap<string, Buffer>, config: PanelConfig): SiteAnswer | undefined {
  if (path === CONFIG) return answer(CONFIG, Buffer.from(JSON.stringify(config)), ASSET_HEADERS);
  const name = isPanelPage(path) ? DOCUMENT : path;
  const bytes = files.get(name);
  return bytes && answer(name, bytes, headersOf(name, config));
}

function headersOf(name: string, config: PanelConfig): Readonly<Record<string, string>> {
  if (name === PREVIEW_PAGE) return PREVIEW_HEADERS;
  return name === DOCUMENT ? panelHeaders(config) : ASSET_HEADERS;
}

/** Every answer carries an `x-request-id` (D2). */
const answer = (name: string, bytes: Buffer, headers: Readonly<Record<string, string>>): SiteAnswer => ({
  headers: {
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "content-length": String(bytes.length),
    "cache-control": cacheControl(name),
    ...headers,
    "x-request-id": randomUUID(),
  },
  bytes,
});

/** A panel that cannot be built must not keep the API from starting. */
async function readBuild(): Promise<ReadonlyMap<string, Buffer>> {
  try {
    return await filesByPath(await builtPanel());
  } catch (error) {
    process.stderr.write(`herald: the panel could not be built, so there is none: ${String(error)}\n`);
    return new Map();
  }
}

async function filesByPath(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, Buffer]> => [
          `/${relative(folder, file).split(sep).join("/")}`,
          await readFile(file),
        ],
      ),
    ),
  );
}
