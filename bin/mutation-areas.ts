export interface Area {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** An area below it fails. */
export const THRESHOLD = 80;

/** Code that unit tests do not reach: adapters have the integration tests, wiring the system tests. */
const BESIDE = [
  "shared/**/*wiring.ts",
  "shared/**/{dynamo,sqs,s3,sns,cloudfront,provider,smtp,http-api,oidc,kms,file,telemetry}/**",
  "shared/**/contract/**",
  "shared/**/contract.ts",
  "shared/**/ports/**",
  "shared/**/ports.ts",
];
const capability = (name: string): Area => ({
  include: [`shared/${name}/**/*.ts`],
  exclude: [...BESIDE, `shared/${name}/domain/**`],
});

/** Words of all capabilities, then each capability's use cases and channels. */
export const AREAS: Readonly<Record<string, Area>> = {
  domains: { include: ["shared/*/domain/**/*.ts"] },
  "go-template": { include: ["shared/go-template/**/*.ts"] },
  mcp: capability("mcp"),
  keys: capability("keys"),
  email: capability("email"),
  chat: capability("chat"),
  conversations: capability("conversations"),
  notifications: capability("notifications"),
  edge: capability("edge"),
  kernel: capability("kernel"),
};

const NOTICED = ["Killed", "Timeout"];
/** Neither a break that does not compile nor one that is ignored says anything of the tests. */
const COUNTED = [...NOTICED, "Survived", "NoCoverage"];

/** Of a hundred breaks, those that a test noticed; 100 where there is nothing to break. */
export function scoreOf(statuses: readonly string[]): number {
  const counted = statuses.filter((status) => COUNTED.includes(status));
  if (counted.length === 0) return 100;
  return (100 * counted.filter((status) => NOTICED.includes(status)).length) / counted.length;
}
