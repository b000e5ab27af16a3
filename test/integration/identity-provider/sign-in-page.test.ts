import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/world/identity-provider/start-identity-provider.ts";
import { REDIRECT_URI, signIn, VERIFIER, visit } from "./browser.ts";

let folder = "";
let provider: IdentityProvider;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "herald-idp-"));
  provider = await startIdentityProvider({ port: 0, dataDir: folder, panelOrigins: () => ["https://panel.test"] });
  const address = `${provider.url}/dev/directory`;
  const current = (await (await fetch(address)).json()) as { users: object[]; organizations: { members: object[] }[] };
  current.users.push({ sub: 'both"><script>', profile: { name: "<b>Both</b>" } });
  for (const organization of current.organizations) organization.members.push({ sub: 'both"><script>' });
  await fetch(address, { method: "PUT", body: JSON.stringify(current) });
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const BOTH = { sub: 'both"><script>' };
const redeemed = async (code: string | null | undefined) => {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: "herald-panel",
    code: code ?? "",
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  });
  const response = await fetch(`${provider.url}/connect/token`, { method: "POST", body });
  return decodeJwt(((await response.json()) as { access_token: string }).access_token);
};
const answered = (step: { location?: URL }) => Object.fromEntries(step.location?.searchParams ?? []);

describe("the sign-in page", () => {
  it("has a button for each user, a strict policy and nothing inline", async () => {
    const page = await signIn(provider.url, { redirect_uri: "https://panel.test/callback" }, []);
    expect(page.buttons).toEqual([
      "sub=demo",
      "sub=other",
      "sub=admin",
      "sub=both&quot;&gt;&lt;script&gt;",
      "cancel=yes",
    ]);
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' https://panel.test; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(page.html).not.toMatch(/<script|<style| style=| on\w+=|<b>/);
    expect(page.html).toContain('<html lang="en">');
  });

  it("serves its style sheet, for light and dark, and its icon", async () => {
    const style = await visit(`${provider.url}/connect/login.css`);
    expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(style.html).toContain("light-dark(");
    expect((await visit(`${provider.url}/connect/icon.svg`)).status).toBe(200);
  });

  it("leads back with code, state and issuer, the query of the redirect kept", async () => {
    const step = await signIn(provider.url, { state: "a b&c", redirect_uri: `${REDIRECT_URI}?x=1` }, [{ sub: "demo" }]);
    expect(step.status).toBe(303);
    expect(answered(step)).toEqual({ x: "1", code: expect.any(String), state: "a b&c", iss: provider.url });
  });

  it("asks which organisation when there are several, and takes none for an answer", async () => {
    const page = await signIn(provider.url, {}, [BOTH]);
    expect(page.buttons).toEqual(["organization=acme", "organization=northwind", "personal=yes", "cancel=yes"]);
    const chosen = await visit(`${provider.url}/connect/login`, {
      transaction: page.transaction,
      organization: "acme",
    });
    expect(await redeemed(chosen.location?.searchParams.get("code"))).toMatchObject({
      ...BOTH,
      organization_id: "acme",
    });
    const personal = await signIn(provider.url, {}, [BOTH, { personal: "yes" }]);
    expect(await redeemed(personal.location?.searchParams.get("code"))).not.toHaveProperty("organization_id");
  });

  it("refuses an organisation of others, an unknown user, and a transaction that is over or made up", async () => {
    expect((await signIn(provider.url, {}, [BOTH, { organization: "elsewhere" }])).status).toBe(400);
    expect((await signIn(provider.url, {}, [{ sub: "nobody" }])).status).toBe(400);
    const page = await signIn(provider.url, {}, []);
    const post = () => visit(`${provider.url}/connect/login`, { transaction: page.transaction, sub: "demo" });
    expect([(await post()).status, (await post()).status]).toEqual([303, 400]);
    expect((await visit(`${provider.url}/connect/login`, { transaction: "made-up", sub: "demo" })).status).toBe(400);
    expect((await visit(`${provider.url}/connect/login`, { sub: "demo" })).status).toBe(400);
  });

  it("tells the client when the person cancels", async () => {
    const step = await signIn(provider.url, { state: "s" }, [{ cancel: "yes" }]);
    expect(answered(step)).toMatchObject({ error: "access_denied", state: "s" });
  });
});

describe("login_hint and prompt", () => {
  it.each<[string, Record<string, string>, object]>([
    ["a known hint signs in at once", { login_hint: "demo" }, { code: expect.any(String) }],
    ["so it does without interaction", { login_hint: "demo", prompt: "none" }, { code: expect.any(String) }],
    ["prompt=none without a hint", { prompt: "none" }, { error: "login_required" }],
    ["prompt=none with an unknown hint", { prompt: "none", login_hint: "x" }, { error: "login_required" }],
    ["prompt=none with a choice open", { prompt: "none", login_hint: BOTH.sub }, { error: "interaction_required" }],
    ["prompt=none with another", { prompt: "none login" }, { error: "invalid_request" }],
  ])("%s", async (_, request, expected) => {
    expect(answered(await signIn(provider.url, request, []))).toMatchObject(expected);
  });

  it.each(["login", "select_account"])("prompt=%s asks in spite of a hint, with the focus on it", async (prompt) => {
    const page = await signIn(provider.url, { prompt, login_hint: "other" }, []);
    expect([page.status, /value="(\w+)" autofocus/.exec(page.html)?.[1]]).toEqual([200, "other"]);
  });
});

describe("an authorisation request that is not in order", () => {
  it.each<[string, Record<string, string>]>([
    ["no client", { client_id: "" }],
    ["an unknown client", { client_id: "x" }],
    ["no redirect", { redirect_uri: "" }],
    ["a foreign redirect", { redirect_uri: "https://evil.test/" }],
  ])("with %s is told to the person, never redirected", async (_, request) => {
    const page = await signIn(provider.url, request, []);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["no response type", { response_type: "" }, "invalid_request"],
    ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
    ["no PKCE", { code_challenge: "" }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["a malformed challenge", { code_challenge: "x" }, "invalid_request"],
    ["an unknown scope", { scope: "openid root" }, "invalid_scope"],
    ["a request object", { request: "x" }, "request_not_supported"],
    ["a request by reference", { request_uri: "http://x.test" }, "request_uri_not_supported"],
    ["another response mode", { response_mode: "fragment" }, "invalid_request"],
    ["a client without users", { client_id: "herald-machine" }, "unauthorized_client"],
  ])("with %s is told to the client", async (_, request, error) => {
    const step = await signIn(provider.url, { ...request, state: "s" }, []);
    expect(answered(step)).toMatchObject({ error, state: "s", iss: provider.url });
  });

  it("may come by POST as well", async () => {
    const form = { client_id: "herald-panel", redirect_uri: REDIRECT_URI, response_type: "code" };
    expect(answered(await visit(`${provider.url}/connect/authorize`, form))).toMatchObject({
      error: "invalid_request",
    });
  });
});

describe("/connect/endsession", () => {
  it.each<[string, number, string | undefined]>([
    ["", 200, undefined],
    ["?post_logout_redirect_uri=https%3A%2F%2Fpanel.test%2Fbye&state=s", 303, "https://panel.test/bye?state=s"],
    ["?post_logout_redirect_uri=https%3A%2F%2Fevil.test%2F", 400, undefined],
  ])("%s: %i", async (query, status, location) => {
    const step = await visit(`${provider.url}/connect/endsession${query}`);
    expect([step.status, step.location?.href]).toEqual([status, location]);
  });
});
