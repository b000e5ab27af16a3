import adapterFolders from "./adapter-folders.json" with { type: "json" };

export interface Area {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** Unit tests do not cover these files: integration tests cover adapters, and system tests cover wiring. */
const BESIDE = [
  "shared/**/*wiring.ts",
  `shared/**/{${adapterFolders.join(",")}}/**`,
  "shared/**/contract/**",
  "shared/**/contract.ts",
  "shared/**/ports/**",
  "shared/**/ports.ts",
];
const capability = (name: string): Area => ({
  include: [`shared/${name}/**/*.ts`],
  exclude: [...BESIDE, `shared/${name}/domain/**`],
});

/** Lists the areas: the domains of all capabilities together, and then each capability's use cases and channels. */
export const AREAS: Readonly<Record<string, Area>> = {
  domains: { include: ["shared/*/domain/**/*.ts"] },
  "go-template": { include: ["shared/go-template/**/*.ts"] },
  mcp: capability("mcp"),
  keys: capability("keys"),
  identity: capability("identity"),
  email: capability("email"),
  chat: capability("chat"),
  conversations: capability("conversations"),
  notifications: capability("notifications"),
  edge: capability("edge"),
  kernel: capability("kernel"),
};
