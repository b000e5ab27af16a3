import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accessTokenClaims,
  idTokenClaims,
  userInfoClaims,
} from "../../../../../local/world/identity-provider/claims.ts";
import { directory } from "../../../../../local/world/identity-provider/directory.ts";
import type { Grant } from "../../../../../local/world/identity-provider/directory-shape.ts";
import { effectiveAssignment } from "../../../../../local/world/identity-provider/product-access.ts";
import { NOW_MS } from "./a-directory.ts";

const SUBS = ["u1", "u2", "u3"];
const ORGS = ["o1", "o2"];
const PRODUCTS = ["p1", "p2", "p3"];
const GROUPS = ["g1", "g2", "g3", "g4"];
const some = (values: string[]) => fc.subarray(values);
const expiry = fc.option(
  fc.integer({ min: -1000, max: 1000 }).map((hours) => new Date(NOW_MS + hours * 3_600_000).toISOString()),
  { nil: undefined },
);
const state = fc.constantFrom("active", "pending", "suspended", "canceled", "expired");

const member = (sub: string) =>
  fc.record({ sub: fc.constant(sub), roles: some(["r1", "r2"]), permissions: some(["x", "y"]) });
const members = fc.subarray(SUBS).chain((subs) => fc.tuple(...subs.map(member)));
const grant = fc
  .record({
    product: fc.constantFrom(...PRODUCTS),
    state,
    expires_at: expiry,
    plan: fc.constantFrom("a", "b", undefined),
  })
  .chain((content) =>
    fc
      .oneof(
        fc.constantFrom(...SUBS).map((user) => ({ user })),
        fc.constantFrom(...ORGS).map((organization) => ({ organization })),
      )
      .map((holder) => ({ ...content, ...holder })),
  );
const world = fc
  .record({
    users: fc.tuple(...SUBS.map((sub) => member(sub))),
    organizations: fc.tuple(
      ...ORGS.map((id) => fc.record({ id: fc.constant(id), name: fc.constant(id), active: fc.boolean(), members })),
    ),
    products: fc.tuple(
      ...PRODUCTS.map((key) =>
        fc.record({
          key: fc.constant(key),
          active: fc.boolean(),
          organization_exclusive: fc.boolean(),
          plans: fc.constant(["a", "b"]),
        }),
      ),
    ),
    grants: fc.array(grant, { maxLength: 12 }),
    groups: fc.tuple(
      ...GROUPS.map((key) =>
        fc.record({
          key: fc.constant(key),
          product: fc.constantFrom(...PRODUCTS),
          users: some(SUBS),
          organizations: some(ORGS),
          members: fc.array(fc.record({ organization: fc.constantFrom(...ORGS), sub: fc.constantFrom(...SUBS) }), {
            maxLength: 3,
          }),
        }),
      ),
    ),
    applications: fc.tuple(
      fc.record({ client_id: fc.constant("app"), products: some(PRODUCTS), groups: some(GROUPS) }),
    ),
  })
  .map((input) => directory.parse(input));
const question = fc.record({
  sub: fc.constantFrom(...SUBS),
  clientId: fc.constant("app"),
  scopes: some(["openid", "profile", "email", "phone"]),
  organizationId: fc.constantFrom(...ORGS, undefined),
  sid: fc.constant("s"),
  nowMs: fc.constant(NOW_MS),
});

const list = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const isLive = (one: Grant) =>
  one.state === "active" && (one.expires_at === undefined || Date.parse(one.expires_at) > NOW_MS);

describe("claims over any directory", () => {
  it("say the same in access token and UserInfo, in the two ways of writing", () => {
    fc.assert(
      fc.property(world, question, (d, q) => {
        const [token, info] = [accessTokenClaims(d, q), userInfoClaims(d, q)];
        for (const name of ["role", "product_access", "product_plan", "organization_product_access", "groups"])
          expect(list(token[name])).toEqual(list(info[name]));
      }),
    );
  });

  it("never hold an empty array, nor an array of one in a token, nor a bare value in UserInfo's lists", () => {
    fc.assert(
      fc.property(world, question, (d, q) => {
        const lists = Object.values(accessTokenClaims(d, q)).filter((value) => Array.isArray(value));
        expect(lists.every((values) => values.length > 1)).toBe(true);
        const info = userInfoClaims(d, q);
        for (const name of [
          "role",
          "permission",
          "organization_permission",
          "product_access",
          "product_plan",
          "groups",
        ])
          expect(info[name] === undefined || list(info[name]) === info[name]).toBe(true);
        expect(Object.values(info)).not.toContainEqual([]);
      }),
    );
  });

  it("show a personal access exactly when a live direct grant of an active, not exclusive product exists", () => {
    fc.assert(
      fc.property(world, question, (d, q) => {
        const expected = d.products
          .filter(({ key, active, organization_exclusive }) => {
            const live = d.grants.some((one) => one.user === q.sub && one.product === key && isLive(one));
            return active && !organization_exclusive && live;
          })
          .map(({ key }) => key);
        expect(list(accessTokenClaims(d, q).product_access)).toEqual(expected);
      }),
    );
  });

  it("show a group exactly when rules a, b and c hold", () => {
    fc.assert(
      fc.property(world, question, (d, q) => {
        const joined = d.organizations.find(
          ({ id, active, members: all }) => id === q.organizationId && active && all.some(({ sub }) => sub === q.sub),
        )?.id;
        const expected = d.groups.filter((group) => {
          const product = d.products.find(({ key }) => key === group.product);
          const app = d.applications[0];
          const usable = d.grants.some(
            (one) =>
              one.product === group.product &&
              isLive(one) &&
              ((one.user === q.sub && !product?.organization_exclusive) ||
                (joined !== undefined && one.organization === joined)),
          );
          const linked = app?.products.includes(group.product) && app.groups.includes(group.key);
          const personal = !product?.organization_exclusive && group.users.includes(q.sub);
          const shared = joined !== undefined && group.organizations.includes(joined);
          const membership = group.members.some((one) => one.organization === joined && one.sub === q.sub);
          return product?.active && usable && linked && (personal || shared || membership);
        });
        expect(list(userInfoClaims(d, q).groups)).toEqual(expected.map(({ key }) => key));
      }),
    );
  });

  it("keep roles, groups, permissions and organisations out of the ID token", () => {
    fc.assert(
      fc.property(world, question, (d, q) => {
        const names = Object.keys(idTokenClaims(d, q));
        expect(names.filter((name) => /^(role|groups|permission|tenant_id|product_|organization_)/.test(name))).toEqual(
          [],
        );
      }),
    );
  });

  it("choose an effective assignment that no other grant beats, in any order of listing", () => {
    const instant = (one: Grant | undefined) =>
      one?.expires_at ? Date.parse(one.expires_at) : Number.POSITIVE_INFINITY;
    fc.assert(
      fc.property(fc.array(grant, { minLength: 1, maxLength: 8 }), (raw) => {
        const grants: Grant[] = raw.map((one) => ({ ...one, state: one.state as Grant["state"] }));
        const chosen = effectiveAssignment(grants);
        const rivals = grants.filter((one) => (one.state === "active") === (chosen?.state === "active"));
        expect(chosen?.state === "active" || grants.every(({ state: other }) => other !== "active")).toBe(true);
        expect(rivals.every((one) => instant(one) <= instant(chosen))).toBe(true);
        const reversed = effectiveAssignment(grants.toReversed());
        expect([reversed?.state === "active", instant(reversed)]).toEqual([
          chosen?.state === "active",
          instant(chosen),
        ]);
      }),
    );
  });
});
