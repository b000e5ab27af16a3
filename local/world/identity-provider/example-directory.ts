import type { DirectoryInput } from "./directory.ts";

/**
 * The first start writes this directory into the data folder. It has the three users of M-token and a small company to
 * try claims with.
 */
export const exampleDirectory: DirectoryInput = {
  users: [
    {
      sub: "demo",
      profile: {
        name: "Dana Moreno",
        display_name: "Dana",
        given_name: "Dana",
        family_name: "Moreno",
        preferred_username: "demo",
        locale: "en",
        zoneinfo: "Europe/Madrid",
      },
      email: { address: "demo@example.com", verified: true },
      phone: { number: "+34600000001", verified: true },
      permissions: ["notifications:send"],
    },
    {
      sub: "other",
      profile: {
        name: "Oscar Thern",
        display_name: "Oscar",
        given_name: "Oscar",
        family_name: "Thern",
        preferred_username: "other",
      },
      email: { address: "other@northwind.example", verified: true },
    },
    {
      sub: "admin",
      profile: {
        name: "Ada Minster",
        display_name: "Ada",
        given_name: "Ada",
        family_name: "Minster",
        preferred_username: "admin",
      },
      email: { address: "admin@acme.example", verified: true },
      roles: ["admin"],
      permissions: ["notifications:send", "chat-accounts:manage"],
    },
  ],
  organizations: [
    {
      id: "acme",
      name: "Acme",
      tenant_id: "tenant-acme",
      corporate_domains: ["acme.example"],
      members: [{ sub: "admin", roles: ["owner"], permissions: ["members:invite"] }],
    },
    {
      id: "northwind",
      name: "Northwind",
      tenant_id: "tenant-northwind",
      corporate_domains: ["northwind.example"],
      members: [{ sub: "other", roles: ["owner", "billing"], permissions: ["members:invite"] }],
    },
  ],
  products: [
    { key: "notifications", plans: ["free", "pro"] },
    { key: "insights", organization_exclusive: true, plans: ["team"] },
  ],
  grants: [
    { product: "notifications", plan: "free", user: "demo" },
    { product: "notifications", plan: "pro", organization: "acme", expires_at: "2099-12-31T00:00:00Z" },
    { product: "insights", plan: "team", organization: "northwind" },
  ],
  groups: [
    { key: "beta-testers", product: "notifications", users: ["demo"] },
    { key: "senders", product: "notifications", organizations: ["acme"] },
    { key: "analysts", product: "insights", members: [{ organization: "northwind", sub: "other" }] },
  ],
  applications: [
    {
      client_id: "herald-panel",
      products: ["notifications", "insights"],
      groups: ["beta-testers", "senders", "analysts"],
    },
    { client_id: "herald-machine" },
  ],
};
