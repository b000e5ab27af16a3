import { isJsonObject, type JsonObject } from "../../shared/kernel/json-data.ts";

/** The service and an access token of the keys' owner. */
export interface KeyAccount {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const PATH = "/panel/api/api-keys";
const TIMEOUT_MS = 10_000;

export interface WantedKey {
  readonly name: string;
  readonly expires_at?: string;
  readonly permissions?: readonly string[];
  readonly limits?: { readonly per_day?: number; readonly recipients?: readonly string[] };
  readonly approval?: "required";
  readonly mode?: "test";
}

/** Manages the API keys of an owner over HTTP. A refusal is thrown with the service's own words. */
export function keyService({ baseUrl, accessToken }: KeyAccount, ask: typeof fetch) {
  const request = async (method: string, path: string, body?: WantedKey): Promise<unknown> => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await ask(`${baseUrl.replace(/\/$/, "")}${path}`, { method, headers, signal, ...json });
    const text = await answer.text();
    if (!answer.ok) throw new KeyRefusedError(answer.status, messageIn(text) ?? `HTTP ${answer.status}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    create: async (wanted: WantedKey): Promise<JsonObject> => objectOf(await request("POST", PATH, wanted)),
    async list(): Promise<readonly JsonObject[]> {
      const found = await request("GET", `${PATH}?details=true`);
      return Array.isArray(found) ? found.map(objectOf) : [];
    },
    revoke: async (id: string): Promise<void> => void (await request("DELETE", `${PATH}/${encodeURIComponent(id)}`)),
  };
}

export class KeyRefusedError extends Error {
  override readonly name = "KeyRefusedError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function objectOf(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error("the service's answer is no API key");
}

function messageIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && typeof value.error === "string" ? value.error : undefined;
  } catch {
    return undefined;
  }
}
