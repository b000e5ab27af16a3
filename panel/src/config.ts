import { namingUnreachable } from "./api/naming-unreachable.ts";

/** The content of `/config.json`, which lets one build of the panel serve every deployment. */
export interface PanelConfig {
  readonly issuer: string;
  readonly client_id: string;
  /** The address of the API, which the panel shows in examples. */
  readonly base_url: string;
  readonly scope: string;
  /** Says whether sending accounts may use the HTTP API of a provider. */
  readonly http_api_provider: boolean;
  /** Mails come back to addresses of this domain; undefined where the deployment takes none back. */
  readonly bounce_domain: string | undefined;
  /** Says whether the deployment accepts uploads of files. */
  readonly uploads: boolean;
  /** The navigation links to these tools beside the panel. */
  readonly tools: readonly Tool[];
}

export interface Tool {
  readonly label: string;
  readonly url: string;
}

const TIMEOUT_MS = 10_000;

export async function loadConfig(): Promise<PanelConfig> {
  const response = await namingUnreachable(fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) }));
  if (!response.ok) throw new Error(`config.json answers ${response.status}`);
  return readConfig(await response.json());
}

/** Throws an error that names the setting when one is missing. */
export function readConfig(value: unknown): PanelConfig {
  const settings = new Map<string, unknown>(Object.entries(value ?? {}));
  const text = (name: string): string => {
    const found = settings.get(name);
    if (typeof found !== "string" || found === "") throw new Error(`config.json has no ${name}`);
    return found;
  };
  const [tools, bounceDomain] = [settings.get("tools"), settings.get("bounce_domain")];
  return {
    issuer: text("issuer"),
    client_id: text("client_id"),
    base_url: text("base_url"),
    scope: text("scope"),
    http_api_provider: settings.get("http_api_provider") === true,
    bounce_domain: typeof bounceDomain === "string" ? bounceDomain : undefined,
    uploads: settings.get("uploads") !== false,
    tools: Array.isArray(tools) ? tools.filter(isTool) : [],
  };
}

const isTool = (tool: Tool): boolean =>
  typeof tool.label === "string" && typeof tool.url === "string" && /^https?:\/\//.test(tool.url);
