import { type Given, VARIANTS } from "../stacks/variants.ts";

export const BOUNDARY = "arn:aws:iam::123456789012:policy/pipeline-herald-boundary-prod-eu-central-1";
export const ROLE = "arn:aws:iam::123456789012:role/herald-service-prod-SystemRole-1";
export const KEY = "arn:aws:kms:eu-central-1:123456789012:key/1";
/** `at("sqs::name")` -> `arn:aws:sqs:eu-central-1:123456789012:name`. */
export const at = (rest: string) => `arn:aws:${rest.replace("::", ":eu-central-1:123456789012:")}`;

const PIPELINE = {
  pipelineRepository: "owner/name",
  bootstrapQualifier: "herald",
  region: "eu-central-1",
  account: "123456789012",
};
const withPipeline = (given: Given): Given => ({ ...given, ...PIPELINE });

/** Every setting that adds a kind of resource. */
export const EVERYTHING = withPipeline({ ...VARIANTS.network, edgeAccessLogs: true, originSecretGeneration: 2 });
/** As long as a name may be: others are cut short for it. */
const LONGEST = "production-in-europe";

/**
 * Stages that differ in what their policies name. Those that only leave something out, or have one more of a kind, ask for nothing else;
 * that no kind is missing here is checked where the templates of all variants are (`transitions.test.ts`).
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
