import { randomUUID } from "node:crypto";
import { builtPanel } from "../../lib/panel-build.ts";
import {
  ASSET_HEADERS,
  cacheControl,
  isLostPage,
  isPanelPage,
  type PanelConfig,
  PREVIEW_HEADERS,
  PREVIEW_PAGE,
  panelHeaders,
} from "../../lib/panel-site.ts";
import { filesByPath, typeOf } from "../site-files.ts";

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/**
 * Answers the panel's own addresses and returns undefined for the API's. If a browser's user goes to an unknown address
 * (`isNavigation`), it answers the panel's document with status 404.
 */
export type Site = (method: string, path: string, isNavigation: boolean) => SiteAnswer | undefined;

const DOCUMENT = "/index.html";
const CONFIG = "/config.json";

interface Deployment {
  readonly config: PanelConfig;
  /** Corresponds to the cloud's setting `oidcOrigins`. */
  readonly oidcOrigins: readonly string[];
}

/**
 * Stands in for the cloud's CDN with the panel's bucket. `deployment` is called for every request, because the stack's
 * addresses are known only after all parts have started.
 */
export async function openPanelSite(): Promise<(deployment: () => Deployment) => Site> {
  const files = await readBuild();
  return (deployment) => (method, path, isNavigation) => {
    if (method !== "GET" && method !== "HEAD") return undefined;
    const found = fileAt(path, files, deployment());
    if (found !== undefined || !isNavigation || !isLostPage(path)) return found;
    const lost = fileAt("/", files, deployment());
    return lost && { ...lost, status: 404 };
  };
}

function fileAt(path: string, files: ReadonlyMap<string, Buffer>, deployment: Deployment): SiteAnswer | undefined {
  if (path === CONFIG) return answer(CONFIG, Buffer.from(JSON.stringify(deployment.config)), ASSET_HEADERS);
  const name = isPanelPage(path) ? DOCUMENT : path;
  const bytes = files.get(name);
  return bytes && answer(name, bytes, headersOf(name, deployment));
}

function headersOf(name: string, { config, oidcOrigins }: Deployment): Readonly<Record<string, string>> {
  if (name === PREVIEW_PAGE) return PREVIEW_HEADERS;
  return name === DOCUMENT ? panelHeaders({ issuer: config.issuer, origins: oidcOrigins }) : ASSET_HEADERS;
}

/** Every answer carries an `x-request-id` (D2). */
const answer = (name: string, bytes: Buffer, headers: Readonly<Record<string, string>>): SiteAnswer => ({
  status: 200,
  headers: {
    "content-type": typeOf(name),
    "content-length": String(bytes.length),
    "cache-control": cacheControl(name),
    ...headers,
    "x-request-id": randomUUID(),
  },
  bytes,
});

/** Reads the built panel. If it cannot be built, the API starts without it. */
async function readBuild(): Promise<ReadonlyMap<string, Buffer>> {
  try {
    return await filesByPath(await builtPanel(() => process.stderr.write("building the panel, once ...\n")));
  } catch (error) {
    process.stderr.write(`herald: the panel could not be built, so there is none: ${String(error)}\n`);
    return new Map();
  }
}
