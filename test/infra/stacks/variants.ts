import { settings as devStage } from "../../../config/dev.ts";
import { settings as example } from "../../../config/prod.example.ts";

/** Contains the settings of a stage, including its name. */
export type Given = Readonly<Record<string, unknown>>;

const without = (given: Given, left: RegExp): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !left.test(name)));

const NAME = /^(?:domainName|certificateArn)$/;
const MEDIA = /^media/;
const prod: Given = { ...example, stage: "prod" };
/** This network has two zones and existed before the stage. */
const network = {
  ...prod,
  vpcId: "vpc-0a1b2c3d4e5f60718",
  subnetIds: ["subnet-0a1b2c3d4e5f60718", "subnet-0b1b2c3d4e5f60718"],
  privateNetworkAllow: ["10.0.0.0/8"],
};

/** Describes stages as operators have them: the example, and settings that they leave out or add later. */
export const VARIANTS = {
  dev: { ...devStage, stage: "dev" },
  prod,
  withoutDomain: { ...without(prod, NAME), mediaDeliveryUrl: "https://d111111abcdef8.cloudfront.net/media" },
  withoutMedia: without(prod, MEDIA),
  plain: without(without(prod, NAME), MEDIA),
  container: { ...prod, uploadServerDomain: "uploads.example.com" },
  withoutUploads: { ...prod, uploads: false },
  withoutCanary: { ...prod, canaryDeployments: false },
  rotated: { ...prod, originSecretGeneration: 2 },
  rotatedTwice: { ...prod, originSecretGeneration: 3 },
  logged: { ...prod, edgeAccessLogs: true },
  returned: { ...prod, bounceDomain: "bounces.example.com" },
  returnedByOtherSet: { ...prod, bounceDomain: "bounces.example.com", receiptRuleSet: "mail" },
  network,
  pipeline: { ...network, pipelineRepository: "owner/name", bootstrapQualifier: "herald" },
  ownGroups: { ...network, securityGroupIds: ["sg-0a1b2c3d4e5f60718"], vpcIpv6: true },
} as const satisfies Record<string, Given>;
