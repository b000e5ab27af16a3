import { describe, expect, it } from "vitest";
import { describeCaller } from "../../../shared/identity/describe-caller.ts";
import type { CallerClaims } from "../../../shared/identity/domain/caller-claims.ts";
import { personName } from "../../../shared/identity/person-name.ts";
import { UserInfoUnavailableError } from "../../../shared/identity/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { recordingLog, silentLog } from "../../support/silent-telemetry.ts";

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

  it("asks UserInfo about the token's own subject, until the token ends", async () => {
    const asked: unknown[] = [];
    const claimsOf = (question: unknown) => {
      asked.push(question);
      return Promise.resolve(claims);
    };
    await describeCaller({ log: silentLog, userInfo: { claimsOf } }, caller);
    expect(asked).toEqual([{ bearer: "t", sub: "ann", expiresAtMs: 1000 }]);
  });

  it("prefers the token's groups, where it has any", async () => {
    const deps = { log: silentLog, userInfo: { claimsOf: () => Promise.resolve(claims) } };
    const inGroups = { ...caller, token: { ...token, groups: ["staff"] } };
    expect(await describeCaller(deps, inGroups)).toMatchObject({ groups: ["staff"] });
  });

  it("goes on with the token alone while the provider is down, and logs for whom", async () => {
    const log = recordingLog();
    const userInfo = { claimsOf: () => Promise.reject(new UserInfoUnavailableError("down")) };
    expect(await describeCaller({ log, userInfo }, caller)).toMatchObject({
      sub: "ann",
      roles: ["admin"],
      permissions: [],
      organizationId: "org-1",
    });
    expect(log.lines).toEqual(['{"event":"user_info.unavailable","owner":"ann"}']);
  });

  it("hides no bug behind an outage", async () => {
    const userInfo = { claimsOf: () => Promise.reject(new TypeError("a bug")) };
    await expect(describeCaller({ log: silentLog, userInfo }, caller)).rejects.toThrow("a bug");
  });
});

describe("personName()", () => {
  const named = (claimsOf: () => Promise<CallerClaims>) =>
    personName({ log: silentLog, userInfo: { claimsOf } }, caller);

  it("is the person's name as the provider shows it, else the address", async () => {
    expect(await named(async () => claims)).toBe("Ann");
    expect(await named(async () => ({ ...claims, displayName: undefined, email: "ann@example.test" }))).toBe(
      "ann@example.test",
    );
  });

  it("is undefined while the provider is down, and for a program with a key", async () => {
    expect(await named(() => Promise.reject(new UserInfoUnavailableError("down")))).toBeUndefined();
    const nobody = { log: silentLog, userInfo: { claimsOf: () => Promise.reject(new Error("asked")) } };
    expect(await personName(nobody, undefined)).toBeUndefined();
  });
});
