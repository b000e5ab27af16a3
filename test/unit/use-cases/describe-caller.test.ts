import { describe, expect, it } from "vitest";
import { describeCaller } from "../../../shared/identity/describe-caller.ts";
import type { CallerClaims } from "../../../shared/identity/domain/caller-claims.ts";
import { UserInfoUnavailableError } from "../../../shared/identity/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const token = {
  sub: anOwner("ann"),
  scopes: ["notifications"],
  roles: ["admin"],
  groups: [],
  organizationId: "org-1",
  expiresAtMs: 1000,
};
const claims: CallerClaims = {
  sub: "ann",
  displayName: "Ann",
  roles: ["someone-else"],
  permissions: ["invite"],
  organizationPermissions: [],
  groups: ["beta"],
  plans: [],
  productAccess: [],
  productPlans: [],
  organizationProductAccess: [],
  organizationRoles: [],
};
const caller = { bearer: "t", token };

describe("describeCaller()", () => {
  it("adds what UserInfo tells, and believes the token about roles", async () => {
    const deps = { log: silentLog, userInfo: { claimsOf: () => Promise.resolve(claims) } };
    expect(await describeCaller(deps, caller)).toMatchObject({
      displayName: "Ann",
      permissions: ["invite"],
      groups: ["beta"],
      roles: ["admin"],
    });
  });

  it("goes on with the token alone while the provider is down", async () => {
    const userInfo = { claimsOf: () => Promise.reject(new UserInfoUnavailableError("down")) };
    expect(await describeCaller({ log: silentLog, userInfo }, caller)).toMatchObject({
      sub: "ann",
      roles: ["admin"],
      permissions: [],
      organizationId: "org-1",
    });
  });

  it("hides no bug behind an outage", async () => {
    const userInfo = { claimsOf: () => Promise.reject(new TypeError("a bug")) };
    await expect(describeCaller({ log: silentLog, userInfo }, caller)).rejects.toThrow("a bug");
  });
});
