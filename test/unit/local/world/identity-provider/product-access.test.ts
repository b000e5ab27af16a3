import { describe, expect, it } from "vitest";
import type { Grant } from "../../../../../local/world/identity-provider/directory-shape.ts";
import {
  effectiveAssignment,
  organizationAccess,
  personalAccess,
} from "../../../../../local/world/identity-provider/product-access.ts";
import { aDirectory, NOW_MS } from "./a-directory.ts";

const LATE = "2030-01-01T00:00:00Z";
const SOON = "2026-07-01T00:00:00Z";
const PAST = "2026-05-01T00:00:00Z";
const grant = (plan: string, over: Partial<Grant> = {}): Grant => ({
  product: "open",
  user: "ann",
  state: "active",
  plan,
  ...over,
});

describe("effectiveAssignment() (A-provenance)", () => {
  it.each<[string, Grant[], string | undefined]>([
    ["nothing without grants", [], undefined],
    [
      "an active one before one that ends later",
      [grant("a", { state: "suspended" }), grant("b", { expires_at: SOON })],
      "b",
    ],
    ["the furthest expiry of active ones", [grant("a", { expires_at: SOON }), grant("b", { expires_at: LATE })], "b"],
    ["one without an expiry before any other", [grant("a", { expires_at: LATE }), grant("b")], "b"],
    ["the first listed of equals", [grant("a"), grant("b")], "a"],
    [
      "the furthest expiry when none is active",
      [grant("a", { state: "canceled", expires_at: PAST }), grant("b", { state: "pending", expires_at: SOON })],
      "b",
    ],
    [
      "instants, not texts",
      [grant("a", { expires_at: "2026-07-01T01:00:00+02:00" }), grant("b", { expires_at: "2026-07-01T00:00:00Z" })],
      "b",
    ],
  ])("chooses %s", (_, grants, plan) => {
    expect(effectiveAssignment(grants)?.plan).toBe(plan);
  });
});

describe("personalAccess() (A-exclusive)", () => {
  it.each<[string, Grant[], string[]]>([
    ["an active grant", [grant("basic")], ["open"]],
    ["an active grant until its expiry", [grant("basic", { expires_at: "2026-06-01T00:00:00.001Z" })], ["open"]],
    ["no grant from its expiry on", [grant("basic", { expires_at: "2026-06-01T00:00:00Z" })], []],
    ["no suspended grant", [grant("basic", { state: "suspended" })], []],
    ["no direct grant of an exclusive product", [grant("team", { product: "exclusive" })], []],
    ["nobody else's grant", [grant("basic", { user: "bob" })], []],
  ])("counts %s", (_, grants, expected) => {
    const products = personalAccess({ ...aDirectory(), grants }, "ann", NOW_MS).map(({ product }) => product.key);
    expect(products).toEqual(expected);
  });
});

describe("organizationAccess()", () => {
  it("counts exclusive products too, in key order", () => {
    const products = organizationAccess(aDirectory(), "o1", NOW_MS).map(({ product, plan }) => [product.key, plan]);
    expect(products).toEqual([
      ["exclusive", "team"],
      ["open", "gold"],
    ]);
  });

  it("counts nothing of another organisation", () => {
    expect(organizationAccess(aDirectory(), "foreign", NOW_MS)).toEqual([]);
  });
});
