import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalSettings } from "../../../local/local-settings.ts";

/** The rule of each setting, what sets it, and its default. */
const DEFAULTS: readonly [string, string, unknown][] = [
  ["M-base", "HERALD_PORT", 3000],
  ["M-auth", "HERALD_AUTH_PORT", 3001],
  ["M-mailbox-address", "HERALD_MAILBOX_PORT", 3002],
  ["M-smtp", "HERALD_SMTP_PORT", 3025],
  ["M-simulator-address", "HERALD_CHAT_PORT", 3003],
  ["M-data", "HERALD_DATA_DIR", resolve(".herald")],
  ["M-backoff", "HERALD_BACKOFF_BASE_SECONDS", 30],
  ["M-lease", "HERALD_LEASE_SECONDS", 90],
  ["M-lease", "HERALD_SWEEP_SECONDS", 60],
  ["M-rate", "HERALD_RATE_REFILL", 1],
  ["M-rate", "HERALD_RATE_BURST", 30],
  ["M-http-api", "HERALD_HTTP_API_PROVIDER", "false"],
  ["M-mailbox-size", "HERALD_MAILBOX_KEEP", 10_000],
  ["M-review", "HERALD_CHAT_REVIEW_SECONDS", 2],
];

describe("the local stack's settings", () => {
  it.each(DEFAULTS)("have the default that is promised: %s, %s is %s", (_rule, name, value) => {
    expect(Object.entries(readLocalSettings({}))).toContainEqual([name, value]);
  });

  it.each(DEFAULTS.filter(([, , value]) => typeof value === "number"))(
    "are taken from the environment: %s, %s",
    (_rule, name) => {
      expect(Object.entries(readLocalSettings({ [name]: "17" }))).toContainEqual([name, 17]);
      expect(() => readLocalSettings({ [name]: "-1" })).toThrow(name);
    },
  );
});
