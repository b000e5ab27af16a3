import type { RequestListener, ServerResponse } from "node:http";
import * as z from "zod";
import { foreignPage } from "./own-host.ts";

const PATH = "/docs/credentials.json";
const TIMEOUT_MS = 5000;
const token = z.object({ access_token: z.string() });

export interface LentCredentials {
  readonly authUrl: string;
  readonly apiKey: string;
  readonly sub: string;
}

/**
 * Answers `GET /docs/credentials.json`. The API reference fills in these credentials of the owner `demo`, so that its
 * examples can be tried.
 */
export function referenceCredentials(lent: () => LentCredentials): (path: string) => RequestListener | undefined {
  const listener: RequestListener = (request, response) => {
    request.resume();
    const refusal = foreignPage(request.headers);
    if (refusal) return answer(response, refusal.status, { error: refusal.error });
    credentialsOf(lent()).then(
      (credentials) => answer(response, 200, credentials),
      (error: unknown) => answer(response, 503, { error: String(error) }),
    );
  };
  return (path) => (path === PATH ? listener : undefined);
}

async function credentialsOf({ authUrl, apiKey, sub }: LentCredentials) {
  const answered = await fetch(`${authUrl}/dev/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { access_token } = token.parse(await answered.json());
  return { api_key: apiKey, access_token };
}

/** Sends the answer. `cross-origin-resource-policy` lets only pages of the same origin read it. */
function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  response.end(JSON.stringify(body));
}
