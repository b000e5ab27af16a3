import { describe, expect, it } from "vitest";
import {
  accessTokenClaims,
  type ClaimsQuestion,
  clientCredentialsClaims,
  idTokenClaims,
  userInfoClaims,
} from "../../../../../local/world/identity-provider/claims.ts";
import { aDirectory, NOW_MS } from "./a-directory.ts";

const ask = (over: Partial<ClaimsQuestion> = {}): ClaimsQuestion => ({
  sub: "ann",
  clientId: "app",
  scopes: [],
  sid: "s1",
  nowMs: NOW_MS,
  ...over,
});

const PROFILE = {
  given_name: "Ann",
  family_name: "Ash",
  middle_name: "B",
  nickname: "annie",
  profile: "https://a.test/ann",
  picture: "https://a.test/ann.png",
  website: "https://a.test",
  zoneinfo: "Europe/Paris",
  locale: "fr",
  preferred_username: "ann",
};
const ORG = { organization_id: "o1", tenant_id: "t1", organization_role: ["lead", "billing"] };

describe("accessTokenClaims() (A-access-token, D37)", () => {
  const always = {
    sub: "ann",
    sid: "s1",
    email: "ann@CORP.test",
    email_verified: true,
    display_name: "Ann A.",
    summit_email: true,
    role: ["editor", "viewer"],
    plan: "basic",
    product_access: "open",
    product_plan: "open:basic",
    groups: "g-personal",
  };

  it("carries account, roles and personal accesses without any scope", () => {
    expect(accessTokenClaims(aDirectory(), ask())).toEqual(always);
  });

  it("adds the ten profile claims, and no others, under scope profile", () => {
    expect(accessTokenClaims(aDirectory(), ask({ scopes: ["profile"] }))).toEqual({ ...always, ...PROFILE });
  });

  it.each([["email"], ["phone"], ["openid"], ["notifications"]])("is not changed by scope %s", (scope) => {
    expect(accessTokenClaims(aDirectory(), ask({ scopes: [scope] }))).toEqual(always);
  });

  it("adds the organisation's claims when one was selected, beside the personal ones", () => {
    expect(accessTokenClaims(aDirectory(), ask({ organizationId: "o1" }))).toEqual({
      ...always,
      ...ORG,
      organization_product_access: ["exclusive", "open"],
      groups: ["g-exclusive-org", "g-member", "g-org", "g-personal"],
    });
  });

  it.each([
    ["unknown", "nowhere"],
    ["not active", "closed"],
    ["one of which the user is no member", "foreign"],
  ])("ignores a selected organisation that is %s", (_, organizationId) => {
    expect(accessTokenClaims(aDirectory(), ask({ organizationId }))).toEqual(always);
  });

  it("makes an unknown user on the spot", () => {
    expect(accessTokenClaims(aDirectory(), ask({ sub: "new", scopes: ["profile"] }))).toEqual({
      sub: "new",
      sid: "s1",
      summit_email: false,
    });
  });

  it("never carries permissions, phone, gender or birthdate", () => {
    const claims = accessTokenClaims(aDirectory(), ask({ scopes: ["profile", "phone"], organizationId: "o1" }));
    for (const name of ["permission", "organization_permission", "phone_number", "gender", "birthdate", "name"])
      expect(claims).not.toHaveProperty(name);
  });
});

describe("idTokenClaims() (A-id-token)", () => {
  it.each<[string, string[], object]>([
    ["sub and sid without scopes", [], {}],
    [
      "the profile, display name, plan and corporate flag under scope profile",
      ["profile"],
      { ...PROFILE, gender: "f", birthdate: "1990-01-02", display_name: "Ann A.", plan: "basic", summit_email: true },
    ],
    ["the e-mail address under scope email", ["email"], { email: "ann@CORP.test", email_verified: true }],
    ["the phone under scope phone", ["phone"], { phone_number: "+33100", phone_number_verified: false }],
  ])("carries %s", (_, scopes, expected) => {
    const claims = idTokenClaims(aDirectory(), ask({ scopes, organizationId: "o1" }));
    expect(claims).toEqual({ sub: "ann", sid: "s1", ...expected });
  });

  it("has no phone claim for a user without a phone", () => {
    expect(idTokenClaims(aDirectory(), ask({ sub: "bob", scopes: ["phone"] }))).toEqual({ sub: "bob", sid: "s1" });
  });
});

describe("userInfoClaims() (A-userinfo)", () => {
  const any = {
    sub: "ann",
    role: ["editor", "viewer"],
    permission: ["read", "write"],
    product_access: ["open"],
    product_plan: ["open:basic"],
    groups: ["g-personal"],
    has_required_product_access: true,
  };

  it.each<[string, string[], object]>([
    ["sub, roles, permissions, accesses and groups under any scope", ["notifications"], {}],
    ["the e-mail address under scope email", ["email"], { email: "ann@CORP.test", email_verified: true }],
    ["the phone under scope phone", ["phone"], { phone_number: "+33100", phone_number_verified: false }],
    [
      "name, display name, plan and flag under scope profile",
      ["profile"],
      { name: "Ann B Ash", display_name: "Ann A.", plan: "basic", summit_email: true },
    ],
  ])("carries %s", (_, scopes, expected) => {
    expect(userInfoClaims(aDirectory(), ask({ scopes }))).toEqual({ ...any, ...expected });
  });

  it("shows the active organisation's permissions and accesses under any scope, its name claims under profile only", () => {
    const shared = {
      organization_permission: ["invite"],
      organization_product_access: ["exclusive", "open"],
      groups: ["g-exclusive-org", "g-member", "g-org", "g-personal"],
    };
    expect(userInfoClaims(aDirectory(), ask({ organizationId: "o1" }))).toEqual({ ...any, ...shared });
    expect(userInfoClaims(aDirectory(), ask({ organizationId: "o1", scopes: ["profile"] }))).toEqual({
      ...any,
      ...shared,
      ...ORG,
      name: "Ann B Ash",
      display_name: "Ann A.",
      plan: "basic",
      summit_email: true,
    });
  });

  it("keeps arrays for single values and omits empty ones", () => {
    const claims = userInfoClaims(aDirectory(), ask({ sub: "bob" }));
    expect(claims).toEqual({ sub: "bob", role: ["viewer"], has_required_product_access: false });
  });

  it("answers has_required_product_access only for an application with a requirement", () => {
    expect(userInfoClaims(aDirectory(), ask({ clientId: "plain" }))).not.toHaveProperty("has_required_product_access");
    expect(userInfoClaims(aDirectory(), ask({ clientId: "strict" }))).toMatchObject({
      has_required_product_access: false,
    });
    expect(userInfoClaims(aDirectory(), ask({ clientId: "strict", organizationId: "o1" }))).toMatchObject({
      has_required_product_access: true,
    });
  });
});

describe("clientCredentialsClaims()", () => {
  it("names the client and nothing else", () => {
    expect(clientCredentialsClaims("app")).toEqual({ sub: "app" });
  });
});

describe("the corporate-domain flag", () => {
  it.each([
    ["the address is on the domain, in any letter case", "ann", "x@corp.TEST", true],
    ["the address is on a subdomain", "ann", "x@eu.corp.test", false],
    ["the domain only begins alike", "ann", "x@corp.test.evil.test", false],
    ["the domain belongs to a closed organisation", "ann", "x@closed.test", false],
    ["the domain belongs to somebody else's organisation", "ann", "x@foreign.test", false],
  ])("when %s", (_, sub, address, expected) => {
    const directory = aDirectory();
    for (const user of directory.users) if (user.sub === sub) user.email = { address, verified: true };
    expect(accessTokenClaims(directory, ask({ sub }))).toMatchObject({ summit_email: expected });
  });
});

describe("product groups (A-groups)", () => {
  const groups = (question: Partial<ClaimsQuestion>, change: (d: ReturnType<typeof aDirectory>) => void = () => {}) => {
    const directory = aDirectory();
    change(directory);
    return userInfoClaims(directory, ask(question)).groups;
  };
  const application = (d: ReturnType<typeof aDirectory>) => d.applications.find(({ client_id }) => client_id === "app");

  it("come by the personal, organisation and member routes, in order", () => {
    expect(groups({ organizationId: "o1" })).toEqual(["g-exclusive-org", "g-member", "g-org", "g-personal"]);
  });
  it("stay away when the product is not active", () => {
    const change = (d: ReturnType<typeof aDirectory>) => {
      for (const product of d.products) product.active = false;
    };
    expect(groups({ organizationId: "o1" }, change)).toBeUndefined();
  });
  it("stay away without a valid access", () => {
    const change = (d: ReturnType<typeof aDirectory>) => {
      d.grants = [];
    };
    expect(groups({ organizationId: "o1" }, change)).toBeUndefined();
  });
  it("stay away for an application that is linked to the group only", () => {
    const change = (d: ReturnType<typeof aDirectory>) => {
      for (const app of d.applications) app.products = [];
    };
    expect(groups({}, change)).toBeUndefined();
  });
  it("stay away for an application that is linked to the product only", () => {
    const change = (d: ReturnType<typeof aDirectory>) => {
      for (const app of d.applications) app.groups = [];
    };
    expect(groups({}, change)).toBeUndefined();
  });
  it("stay away for an unknown application", () => {
    expect(groups({ clientId: "nobody" })).toBeUndefined();
  });
  it("of an exclusive product never come by the personal route", () => {
    expect(application(aDirectory())?.groups).toContain("g-exclusive-personal");
    expect(groups({ organizationId: "o1" })).not.toContain("g-exclusive-personal");
  });
  it("of another member of the organisation are not mine", () => {
    expect(groups({ organizationId: "o1", sub: "bob" })).toEqual(["g-exclusive-org", "g-org"]);
  });
});
