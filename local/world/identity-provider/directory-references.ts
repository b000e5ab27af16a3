import type { Directory } from "./directory-shape.ts";

export type Problem = { path: (string | number)[]; message: string };

/** A name that must be known, and its position. */
type Reference = { path: (string | number)[]; kind: string; value: string | undefined; known: ReadonlySet<string> };

/** Finds problems that a schema cannot: names that are used twice, and references to things that do not exist. */
export function directoryProblems(directory: Directory): Problem[] {
  return [...repeatedNames(directory), ...brokenReferences(directory), ...grantProblems(directory)];
}

function repeatedNames({ users, organizations, products, groups, applications }: Directory): Problem[] {
  return [
    ...repeated(
      ["users", "sub"],
      users.map((user) => user.sub),
    ),
    ...repeated(
      ["organizations", "id"],
      organizations.map((organization) => organization.id),
    ),
    ...repeated(
      ["products", "key"],
      products.map((product) => product.key),
    ),
    ...repeated(
      ["groups", "key"],
      groups.map((group) => group.key),
    ),
    ...repeated(
      ["applications", "client_id"],
      applications.map((application) => application.client_id),
    ),
  ];
}

function repeated([list, field]: [string, string], values: string[]): Problem[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [{ path: [list, index, field], message: `"${value}" is used twice` }] : [],
  );
}

function brokenReferences(directory: Directory): Problem[] {
  return [
    ...memberReferences(directory),
    ...groupReferences(directory),
    ...applicationReferences(directory),
    ...grantReferences(directory),
  ]
    .filter(({ value, known }) => value !== undefined && !known.has(value))
    .map(({ path, kind, value }) => ({ path, message: `no such ${kind}: "${value}"` }));
}

function memberReferences({ users, organizations }: Directory): Reference[] {
  const known = new Set(users.map((user) => user.sub));
  return organizations.flatMap(({ members }, at) =>
    members.map(({ sub }, index) => ({
      path: ["organizations", at, "members", index, "sub"],
      kind: "user",
      value: sub,
      known,
    })),
  );
}

function groupReferences({ users, organizations, products, groups }: Directory): Reference[] {
  const subs = new Set(users.map((user) => user.sub));
  const ids = new Set(organizations.map((organization) => organization.id));
  const keys = new Set(products.map((product) => product.key));
  return groups.flatMap((group, at) => [
    { path: ["groups", at, "product"], kind: "product", value: group.product, known: keys },
    ...listed({ path: ["groups", at, "users"], kind: "user", known: subs }, group.users),
    ...listed({ path: ["groups", at, "organizations"], kind: "organization", known: ids }, group.organizations),
    ...group.members.flatMap((member, index) => [
      {
        path: ["groups", at, "members", index, "organization"],
        kind: "organization",
        value: member.organization,
        known: ids,
      },
      { path: ["groups", at, "members", index, "sub"], kind: "user", value: member.sub, known: subs },
    ]),
  ]);
}

function applicationReferences({ products, groups, applications }: Directory): Reference[] {
  const keys = new Set(products.map((product) => product.key));
  const groupKeys = new Set(groups.map((group) => group.key));
  return applications.flatMap((application, at) => [
    ...listed({ path: ["applications", at, "products"], kind: "product", known: keys }, application.products),
    ...listed({ path: ["applications", at, "groups"], kind: "group", known: groupKeys }, application.groups),
    {
      path: ["applications", at, "required_product"],
      kind: "product",
      value: application.required_product,
      known: keys,
    },
  ]);
}

function listed(reference: Omit<Reference, "value">, values: string[]): Reference[] {
  return values.map((value, index) => ({ ...reference, path: [...reference.path, index], value }));
}

function grantReferences({ users, organizations, products, grants }: Directory): Reference[] {
  const subs = new Set(users.map((user) => user.sub));
  const ids = new Set(organizations.map((organization) => organization.id));
  const plansOf = new Map(products.map((product) => [product.key, new Set(product.plans)]));
  return grants.flatMap(({ user, organization, product, plan }, at) => {
    const plans = plansOf.get(product);
    return [
      { path: ["grants", at, "user"], kind: "user", value: user, known: subs },
      { path: ["grants", at, "organization"], kind: "organization", value: organization, known: ids },
      { path: ["grants", at, "product"], kind: "product", value: product, known: new Set(plansOf.keys()) },
      // If the product is unknown, its plan is not reported too.
      ...(plans ? [{ path: ["grants", at, "plan"], kind: `plan of "${product}"`, value: plan, known: plans }] : []),
    ];
  });
}

function grantProblems({ grants }: Directory): Problem[] {
  return grants.flatMap(({ user, organization }, at) =>
    (user === undefined) === (organization === undefined)
      ? [{ path: ["grants", at], message: "a grant names either a user or an organization" }]
      : [],
  );
}
