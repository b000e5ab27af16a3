import { createHash, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import * as z from "zod";

const ASK_TIMEOUT_MS = 120_000;
const panelConfig = z.object({ issuer: z.string(), client_id: z.string(), scope: z.string() });

/**
 * Opens a page of the panel in a new tab with a person signed in. The request names the person to the identity provider (`login_hint`), as a
 * reload does, so no sign-in page appears. Showing the sign-in page, and the panel before it, would take longer than most tests.
 */
export async function arriveSignedIn(page: Page, url: string, user: string): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const response = await fetch(`${origin}/config.json`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  const { issuer, client_id, scope } = panelConfig.parse(await response.json());
  const [state, verifier] = [randomBytes(16).toString("hex"), randomBytes(48).toString("base64url")];
  const request = { client_id, scope, redirect_uri: `${origin}/signed-in` };
  // The panel's library stores a sign-in that it has begun under this key and with these fields (oidc-client-ts,
  // `SigninState`).
  const begun = { id: state, created: Math.floor(Date.now() / 1000), request_type: "si:r", data: pathname + search };
  const noted = JSON.stringify({ ...begun, ...request, authority: issuer, code_verifier: verifier });
  // The note is written only where this sign-in ends, because the tab may later sign in again, or out.
  await page.addInitScript(
    `if (location.origin === ${JSON.stringify(origin)} && new URLSearchParams(location.search).get("state") === "${state}") sessionStorage.setItem("oidc.${state}", ${JSON.stringify(noted)});`,
  );
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const asked = { response_type: "code", code_challenge: challenge, code_challenge_method: "S256", login_hint: user };
  await page.goto(`${issuer}/connect/authorize?${new URLSearchParams({ ...request, ...asked, state })}`);
}
