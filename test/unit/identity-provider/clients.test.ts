import { describe, expect, it } from "vitest";
import { authenticateClient } from "../../../local/world/identity-provider/client-authentication.ts";
import { isAllowedRedirect, isTrustedOrigin } from "../../../local/world/identity-provider/clients.ts";

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

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
const machine = { client_id: "herald-machine", client_secret: "herald-machine-secret" };

describe("authenticateClient()", () => {
  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["client_secret_basic", basic("herald-machine:herald-machine-secret"), {}, "herald-machine"],
    ["form-encoded halves", basic("herald%2Dmachine:herald%2Dmachine%2Dsecret"), {}, "herald-machine"],
    [
      "basic with the same client_id posted",
      basic("herald-machine:herald-machine-secret"),
      { client_id: "herald-machine" },
      "herald-machine",
    ],
    ["client_secret_post", {}, machine, "herald-machine"],
    ["the public client without a secret", {}, { client_id: "herald-panel" }, "herald-panel"],
    ["the public client with an empty password", basic("herald-panel:"), {}, "herald-panel"],
  ])("accepts %s", (_, headers, form, id) => {
    expect(authenticateClient(headers, new Map(Object.entries(form)))).toMatchObject({ client: { id } });
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["no client", {}, {}, "invalid_client"],
    ["an unknown client", {}, { client_id: "x" }, "invalid_client"],
    ["a wrong secret", {}, { ...machine, client_secret: "herald-machine-secreT" }, "invalid_client"],
    ["a secret that is too short", {}, { ...machine, client_secret: "h" }, "invalid_client"],
    ["a confidential client without a secret", {}, { client_id: "herald-machine" }, "invalid_client"],
    ["a public client with a secret", {}, { client_id: "herald-panel", client_secret: "x" }, "invalid_client"],
    ["another scheme", { authorization: "Bearer x" }, {}, "invalid_client"],
    ["credentials without a colon", basic("herald-machine"), {}, "invalid_client"],
    ["a broken encoding", basic("herald-machine:%zz"), {}, "invalid_client"],
    ["two ways at once", basic("herald-machine:herald-machine-secret"), machine, "invalid_request"],
    [
      "two different clients",
      basic("herald-machine:herald-machine-secret"),
      { client_id: "herald-panel" },
      "invalid_request",
    ],
  ])("refuses %s", (_, headers, form, error) => {
    expect(authenticateClient(headers, new Map(Object.entries(form)))).toMatchObject({ error });
  });
});
