import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalSettings, unknownSettings } from "../../../local/local-settings.ts";

/** Lists the rule of each setting, its variable, and its default. */
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
  ["M-bounce-domain", "HERALD_BOUNCE_DOMAIN", "bounces.herald.test"],
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

describe("a name that is no setting", () => {
  it("is told with the nearest one", () => {
    const told = unknownSettings({ HERALD_PROT: "1", HERALD_ODD_THING: "2", HERALD_PORT: "3", PATH: "/bin" });
    expect(told).toEqual([
      "HERALD_PROT is no setting and was not read: did you mean HERALD_PORT?",
      "HERALD_ODD_THING is no setting and was not read",
    ]);
  });

  it("is not one of those that commands and guides use", () => {
    expect(unknownSettings({ HERALD_URL: "x", HERALD_API_KEY: "x", HERALD_MAILBOX_URL: "x" })).toEqual([]);
  });
});

it.each(DEFAULTS)("takes an empty variable for one that is not set: %s, %s", (_rule, name, value) => {
  expect(Object.entries(readLocalSettings({ [name]: "" }))).toContainEqual([name, value]);
  expect(Object.entries(readLocalSettings({ [name]: " " }))).toContainEqual([name, value]);
});

it("an interval that is meant as never is the longest that a timer can wait: a longer one fires without end", () => {
  const never = { HERALD_SWEEP_SECONDS: "9999999", HERALD_CHAT_RECONCILE_SECONDS: "1e99" };
  const longest = { HERALD_SWEEP_SECONDS: 2_147_483, HERALD_CHAT_RECONCILE_SECONDS: 2_147_483 };
  expect(readLocalSettings(never)).toMatchObject(longest);
});

it("says in words what a setting must be", () => {
  expect(() => readLocalSettings({ HERALD_PORT: "abc", HERALD_LOG: "loud" })).toThrow(
    "these settings are not valid:\n  HERALD_PORT must be a port, 0 to 65535; 0 picks a free one\n  HERALD_LOG must be text or json",
  );
});
