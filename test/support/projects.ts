import { INSTALLED_PROJECT } from "./browsers/installed-browser.ts";

/**
 * Each kind of test has time limits and says whether its files share modules. Unit tests open no socket; system tests start the local stack. A limit
 * ends a test that hangs and says nothing about speed, because a machine may stand still for minutes.
 */
const KINDS = {
  unit: { testTimeout: 240_000, isolate: false },
  contract: { testTimeout: 300_000, isolate: false },
  integration: { testTimeout: 400_000, isolate: false },
  infra: { testTimeout: 900_000, hookTimeout: 900_000, isolate: false },
  system: { testTimeout: 600_000, hookTimeout: 600_000 },
  browser: { testTimeout: 600_000, hookTimeout: 600_000, globalSetup: "test/support/browsers/setup.ts" },
} as const;

type Kind = keyof typeof KINDS;

const isKind = (name: string): name is Kind => name in KINDS;

/** The tests of each part beside the product, as folders or files of `test/`. All other tests are the product's. */
const PARTS = {
  emulators: ["unit/local/aws/**", "contract/engines/**", "integration/engines/**", "integration/function-host/**"],
  world: [
    "unit/local/world/**",
    "integration/chat-simulator/**",
    "integration/identity-provider/**",
    "integration/mailbox/**",
    "browser/telephone.test.ts",
  ],
  panel: [
    "unit/panel/**",
    "system/panel-*.test.ts",
    "browser/{breaks,chat,every-page,guides,nervous-finger,panel,sandbox,sign-in,webhooks}.test.ts",
  ],
} as const;

export interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly limits: (typeof KINDS)[Kind];
}

const globsOf = (paths: readonly string[], kind: string): readonly string[] =>
  paths
    .filter((path) => path.startsWith(`${kind}/`))
    .map((path) => `test/${path.endsWith("/**") ? `${path}/*.test.ts` : path}`);

function projectsOf(kind: Kind): readonly Project[] {
  const limits = KINDS[kind];
  const beside = Object.entries(PARTS)
    .map(([part, paths]) => ({ name: `${part}-${kind}`, include: globsOf(paths, kind), exclude: [], limits }))
    .filter(({ include }) => include.length > 0);
  const exclude = beside.flatMap(({ include }) => include);
  return [{ name: `product-${kind}`, include: [`test/${kind}/**/*.test.ts`], exclude, limits }, ...beside];
}

/** Opens each page once more in the newest browser of the machine, without examining it. */
const INSTALLED: Project = {
  name: INSTALLED_PROJECT,
  include: ["test/browser/{every-page,telephone}.test.ts"],
  exclude: [],
  limits: KINDS.browser,
};

/** Returns one project for each part and kind: `--project 'panel-*'` runs a part, `--project '*-unit'` a kind. */
export const projects = (hasInstalledBrowser: boolean): readonly Project[] => [
  ...Object.keys(KINDS).filter(isKind).flatMap(projectsOf),
  ...(hasInstalledBrowser ? [INSTALLED] : []),
];
