import { directory } from "../../../../../local/world/identity-provider/directory.ts";
import type { Directory } from "../../../../../local/world/identity-provider/directory-shape.ts";

export const NOW_MS = Date.parse("2026-06-01T00:00:00Z");

/** Contains two users, three organisations, an open and an exclusive product, and one group for every route. */
export const aDirectory = (): Directory =>
  directory.parse({
    users: [
      {
        sub: "ann",
        profile: {
          display_name: "Ann A.",
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
          gender: "f",
          birthdate: "1990-01-02",
        },
        email: { address: "ann@CORP.test", verified: true },
        phone: { number: "+33100" },
        roles: ["editor", "viewer", "editor"],
        permissions: ["read", "write", "read"],
      },
      { sub: "bob", roles: ["viewer"] },
    ],
    organizations: [
      {
        id: "o1",
        name: "One",
        tenant_id: "t1",
        corporate_domains: ["Corp.test"],
        members: [{ sub: "ann", roles: ["lead", "billing"], permissions: ["invite"] }, { sub: "bob" }],
      },
      { id: "closed", name: "Closed", active: false, corporate_domains: ["closed.test"], members: [{ sub: "ann" }] },
      { id: "foreign", name: "Foreign", corporate_domains: ["foreign.test"], members: [{ sub: "bob" }] },
    ],
    products: [
      { key: "open", plans: ["basic", "gold"] },
      { key: "exclusive", organization_exclusive: true, plans: ["team"] },
    ],
    grants: [
      { product: "open", plan: "basic", user: "ann" },
      { product: "open", plan: "gold", user: "ann", state: "suspended" },
      { product: "exclusive", plan: "team", user: "ann" },
      { product: "open", plan: "gold", organization: "o1" },
      { product: "exclusive", plan: "team", organization: "o1", expires_at: "2026-06-01T00:00:01Z" },
    ],
    groups: [
      { key: "g-personal", product: "open", users: ["ann"] },
      { key: "g-org", product: "open", organizations: ["o1"] },
      { key: "g-member", product: "open", members: [{ organization: "o1", sub: "ann" }] },
      {
        key: "g-foreign",
        product: "open",
        organizations: ["foreign"],
        members: [{ organization: "foreign", sub: "bob" }],
      },
      { key: "g-exclusive-personal", product: "exclusive", users: ["ann"] },
      { key: "g-exclusive-org", product: "exclusive", organizations: ["o1"] },
      { key: "g-unlinked", product: "open", users: ["ann"] },
    ],
    applications: [
      {
        client_id: "app",
        products: ["open", "exclusive"],
        groups: ["g-personal", "g-org", "g-member", "g-foreign", "g-exclusive-personal", "g-exclusive-org"],
        required_product: "open",
      },
      { client_id: "plain" },
      { client_id: "strict", required_product: "exclusive" },
    ],
  });
