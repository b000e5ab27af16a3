import type { Directory } from "./directory-shape.ts";

type Path = (string | number)[];
export type Problem = { path: Path; message: string };

const NAMED = [
  { kind: "user", list: "users", field: "sub", names: ({ users }: Directory) => users.map(({ sub }) => sub) },
  {
    kind: "organization",
    list: "organizations",
    field: "id",
    names: (one: Directory) => one.organizations.map(({ id }) => id),
  },
  {
    kind: "product",
    list: "products",
    field: "key",
    names: ({ products }: Directory) => products.map(({ key }) => key),
  },
  { kind: "group", list: "groups", field: "key", names: ({ groups }: Directory) => groups.map(({ key }) => key) },
  {
    kind: "application",
    list: "applications",
    field: "client_id",
    names: (one: Directory) => one.applications.map((a) => a.client_id),
  },
] as const;
type Kind = (typeof NAMED)[number]["kind"];

/** Finds problems that a schema cannot: names that are used twice, and references to things that do not exist. */
export function directoryProblems(directory: Directory): Problem[] {
  const known = new Map<Kind, ReadonlySet<string>>(NAMED.map(({ kind, names }) => [kind, new Set(names(directory))]));
  return [
    ...repeatedNames(directory),
    ...references(directory)
      .filter(([kind, , name]) => name !== undefined && known.get(kind)?.has(name) !== true)
      .map(([kind, path, name]) => ({ path, message: `no such ${kind}: "${name}"` })),
    ...grantProblems(directory),
  ];
}

const repeatedNames = (directory: Directory): Problem[] =>
  NAMED.flatMap(({ list, field, names }) =>
    names(directory).flatMap((name, at, all) =>
      all.indexOf(name) < at ? [{ path: [list, at, field], message: `"${name}" is used twice` }] : [],
    ),
  );

type Reference = readonly [kind: Kind, path: Path, name: string | undefined];

const each = (kind: Kind, path: Path, names: readonly string[]): Reference[] =>
  names.map((name, at) => [kind, [...path, at], name]);

const references = ({ organizations, groups, applications, grants }: Directory): Reference[] => [
  ...organizations.flatMap(({ members }, at) =>
    members.map(({ sub }, i): Reference => ["user", ["organizations", at, "members", i, "sub"], sub]),
  ),
  ...groups.flatMap(({ product, users, organizations: shared, members }, at): Reference[] => [
    ["product", ["groups", at, "product"], product],
    ...each("user", ["groups", at, "users"], users),
    ...each("organization", ["groups", at, "organizations"], shared),
    ...members.flatMap(({ organization, sub }, i): Reference[] => [
      ["organization", ["groups", at, "members", i, "organization"], organization],
      ["user", ["groups", at, "members", i, "sub"], sub],
    ]),
  ]),
  ...applications.flatMap(({ products, groups: linked, required_product: required }, at): Reference[] => [
    ...each("product", ["applications", at, "products"], products),
    ...each("group", ["applications", at, "groups"], linked),
    ["product", ["applications", at, "required_product"], required],
  ]),
  ...grants.flatMap(({ user, organization, product }, at): Reference[] => [
    ["user", ["grants", at, "user"], user],
    ["organization", ["grants", at, "organization"], organization],
    ["product", ["grants", at, "product"], product],
  ]),
];

// A grant with an unknown product is one problem: its plan is not reported as well.
function grantProblems({ grants, products }: Directory): Problem[] {
  const plansOf = new Map(products.map(({ key, plans }) => [key, plans]));
  return grants.flatMap(({ user, organization, product, plan }, at) => [
    ...(plan !== undefined && plansOf.get(product)?.includes(plan) === false
      ? [{ path: ["grants", at, "plan"], message: `no such plan of "${product}": "${plan}"` }]
      : []),
    ...((user === undefined) === (organization === undefined)
      ? [{ path: ["grants", at], message: "a grant names either a user or an organization" }]
      : []),
  ]);
}
