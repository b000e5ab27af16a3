import { describe, expect, it } from "vitest";
import {
  clientMetadata,
  isAllowedRedirect,
  isTrustedOrigin,
} from "../../../../../local/world/identity-provider/clients.ts";

const PANEL = ["https://panel.test:8443/base"];

describe("isAllowedRedirect()", () => {
  it.each([
    "https://panel.test:8443/callback",
    "https://panel.test:8443/deep/er?x=1",
    "http://127.0.0.1:3000/",
    "http://127.0.0.1/callback",
    "http://localhost:5173/callback?x=1",
    "http://[::1]:9/",
  ])("allows %s", (redirect) => {
    expect(isAllowedRedirect(redirect, PANEL)).toBe(true);
  });

  it.each([
    "",
    "/callback",
    "https://panel.test/callback",
    "http://panel.test:8443/callback",
    "https://panel.test:8443.evil.test/",
    "https://evil.test/?https://panel.test:8443/",
    "http://localhost.evil.test/",
    "http://127.0.0.1@evil.test/",
    "http://user@127.0.0.1/",
    "http://127.0.0.1/#fragment",
    "http:\\\\127.0.0.1\\x",
    "http://127.0.0.1\\@evil.test/",
    "http://127.0.0.1/\r\nx: y",
    "http://127.0.0.1/a b",
    "http://0.0.0.0/",
    "ftp://127.0.0.1/",
    "javascript:alert(1)",
    "app://127.0.0.1/",
    "http://[",
  ])("refuses %j", (redirect) => {
    expect(isAllowedRedirect(redirect, PANEL)).toBe(false);
  });
});

describe("isTrustedOrigin()", () => {
  it.each([
    ["https://panel.test:8443", true],
    ["http://localhost:5173", true],
    ["https://panel.test", false],
    ["https://evil.test", false],
    ["null", false],
    ["", false],
  ])("%j: %s", (origin, expected) => {
    expect(isTrustedOrigin(origin, [...PANEL, "not a url"])).toBe(expected);
  });
});

describe("clientMetadata()", () => {
  const provider = { issuer: "http://127.0.0.1:3001", apiScopes: ["notifications"], panelOrigins: () => PANEL };
  const redirectOf = (parameters: Record<string, unknown>) =>
    clientMetadata(provider, "herald-panel", parameters)?.redirect_uris;

  it("makes an allowed redirect of the request one of the client's, and no other", () => {
    expect(redirectOf({ redirect_uri: "https://panel.test:8443/callback" })).toEqual([
      "https://panel.test:8443/callback",
    ]);
    for (const redirect of ["https://evil.test/", "", ["http://127.0.0.1/"], undefined])
      expect(redirectOf({ redirect_uri: redirect })).toEqual([provider.issuer]);
  });

  it("knows no other client, and lends nobody another client's grant", () => {
    expect(clientMetadata(provider, "x")).toBeUndefined();
    expect(() => clientMetadata(provider, "herald-panel", { grant_type: "client_credentials" })).toThrow(
      expect.objectContaining({ error: "unauthorized_client" }),
    );
  });
});
