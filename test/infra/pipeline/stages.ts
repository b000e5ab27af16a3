import { type Given, VARIANTS } from "../stacks/variants.ts";

export const BOUNDARY = "arn:aws:iam::123456789012:policy/pipeline-herald-boundary-prod-eu-central-1";
export const ROLE = "arn:aws:iam::123456789012:role/herald-service-prod-SystemRole-1";
export const KEY = "arn:aws:kms:eu-central-1:123456789012:key/1";
/** Turns `at("sqs::name")` into `arn:aws:sqs:eu-central-1:123456789012:name`. */
export const at = (rest: string) => `arn:aws:${rest.replace("::", ":eu-central-1:123456789012:")}`;

const PIPELINE = {
  pipelineRepository: "owner/name",
  bootstrapQualifier: "herald",
  region: "eu-central-1",
  account: "123456789012",
};
const withPipeline = (given: Given): Given => ({ ...given, ...PIPELINE });

/** These settings include every setting that adds a kind of resource. */
export const EVERYTHING = withPipeline({
  ...VARIANTS.network,
  edgeAccessLogs: true,
  originSecretGeneration: 2,
  bounceDomain: "bounces.example.com",
});
/** This name of a stage is as long as one may be, which makes CloudFormation cut other names short. */
const LONGEST = "production-in-europe";

/**
 * The policies of these stages name different resources. A stage that only lacks something, or has one more of a kind,
 * needs no other rights. `transitions.test.ts`, which has the templates of all variants, checks that no kind is missing
 * here.
 */
export const STAGES: Readonly<Record<string, Given>> = {
  "with everything": EVERYTHING,
  "under a long name, with a topic of events that another stack has": {
    ...EVERYTHING,
    stage: LONGEST,
    chatTopicArn: at("sns::chat"),
  },
  "for development, without media": withPipeline(VARIANTS.dev),
  "outside of any network": withPipeline(VARIANTS.prod),
};
