import * as z from "zod";

/** Names become claim values, so they are bounded: tokens must fit into a header. */
const name = z.string().min(1).max(200);
const names = z.array(name).max(200).default([]);
const text = z.string().max(2048);

/**
 * The standard profile claims (OpenID Connect Core 5.1) that A-id-token lists, and `display_name`. All are optional.
 */
const userProfile = z.strictObject({
  name: text.optional(),
  display_name: text.optional(),
  given_name: text.optional(),
  family_name: text.optional(),
  middle_name: text.optional(),
  nickname: text.optional(),
  profile: text.optional(),
  picture: text.optional(),
  website: text.optional(),
  zoneinfo: text.optional(),
  locale: text.optional(),
  preferred_username: text.optional(),
  gender: text.optional(),
  birthdate: text.optional(),
});

const user = z.strictObject({
  sub: z.string().min(1).max(255),
  profile: userProfile.default({}),
  email: z.strictObject({ address: z.email().max(254), verified: z.boolean().default(false) }).optional(),
  phone: z.strictObject({ number: z.string().min(1).max(40), verified: z.boolean().default(false) }).optional(),
  roles: names,
  permissions: names,
});

const member = z.strictObject({ sub: z.string().min(1).max(255), roles: names, permissions: names });

const organization = z.strictObject({
  id: name,
  name: text,
  tenant_id: name.optional(),
  active: z.boolean().default(true),
  corporate_domains: names,
  members: z.array(member).max(1000).default([]),
});

const product = z.strictObject({
  key: name,
  active: z.boolean().default(true),
  /** If true, a direct grant of the product has no effect; only a grant through an organisation counts. */
  organization_exclusive: z.boolean().default(false),
  plans: names,
});

/** Assigns a product, either directly (`user`) or through an organisation (`organization`). */
const grant = z.strictObject({
  product: name,
  plan: name.optional(),
  user: z.string().min(1).max(255).optional(),
  organization: name.optional(),
  state: z.enum(["active", "pending", "suspended", "canceled", "expired"]).default("active"),
  /** ISO 8601 with an offset. Without it the grant never expires. */
  expires_at: z.iso.datetime({ offset: true }).optional(),
});

/** A product's group, with the three ways in which users obtain it. */
const group = z.strictObject({
  key: name,
  product: name,
  users: names,
  organizations: names,
  members: z
    .array(z.strictObject({ organization: name, sub: z.string().min(1).max(255) }))
    .max(1000)
    .default([]),
});

/** The products and groups that a client application is linked to. Its secret and redirects are in `clients.ts`. */
const application = z.strictObject({
  client_id: name,
  products: names,
  groups: names,
  required_product: name.optional(),
});

/** The parts of a directory, each valid by itself. `directory.ts` checks that they fit together. */
export const directoryShape = z.strictObject({
  users: z.array(user).min(1).max(1000),
  organizations: z.array(organization).max(1000).default([]),
  products: z.array(product).max(1000).default([]),
  grants: z.array(grant).max(10_000).default([]),
  groups: z.array(group).max(1000).default([]),
  applications: z.array(application).max(100).default([]),
});

export type Directory = z.infer<typeof directoryShape>;
export type User = Directory["users"][number];
export type Organization = Directory["organizations"][number];
export type Member = Organization["members"][number];
export type Product = Directory["products"][number];
export type Grant = Directory["grants"][number];
export type ProductGroup = Directory["groups"][number];
