/**
 * Returns the name of a resource of the pipeline. A deployment may not change resources with these names, so that it
 * cannot widen its own rights.
 */
export const pipelineName = (what: string, { stage, region }: Pick<Place, "stage" | "region">): string =>
  `pipeline-herald-${what}-${stage}-${region}`;
/** Returns the ARN of the role that hands the stacks of a stage to CloudFormation. */
export const stacksRoleArn = (place: Pick<Place, "stage" | "region" | "account">): string =>
  `arn:aws:iam::${place.account}:role/${pipelineName("stacks", place)}`;
export const boundaryName = (place: Pick<Place, "stage" | "region">): string => pipelineName("boundary", place);

/** Returns the name of a role of the CDK's bootstrap, which names its roles after their purpose, such as `cfn-exec`. */
export const bootstrapRoleName = ({ account, region, qualifier }: Place, kind: string): string =>
  `cdk-${qualifier}-${kind}-role-${account}-${region}`;

/** Represents a statement of a policy as a template contains it. */
export interface Grant {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Conditions;
}
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** Names the account and region of a stage, and the names that it uses there. */
export interface Place {
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  readonly qualifier: string;
  /** A setting gives the name of the media bucket, which does not begin with the name of the stack. */
  readonly mediaBucket?: string | undefined;
  readonly chatTopicArn?: string | undefined;
  readonly bounceDomain?: string | undefined;
  readonly vpcId?: string | undefined;
}

/**
 * CloudFormation names resources after their stack. Where names must be short it cuts off the stage, so patterns do not
 * contain the stage.
 */
const STACKS = ["data", "service", "panel"] as const;
type StackKind = (typeof STACKS)[number];

/** Returns ARN patterns such as `arn:aws:sqs:eu-central-1:123456789012:herald-service-*`. */
export const named = (
  { account, region }: Place,
  service: string,
  { prefix = "", of = ["service"] }: { readonly prefix?: string; readonly of?: readonly StackKind[] } = {},
): string[] => of.map((stack) => `arn:aws:${service}:${region}:${account}:${prefix}herald-${stack}-*`);

/** Returns the ARN for a service that has no regions. */
export const global = ({ account }: Place, service: string, rest: string): string =>
  `arn:aws:${service}::${account}:${rest}`;

export const regional = ({ account, region }: Place, service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

/**
 * Demands the tags that every resource of a stage has (`lib/cloud/stacks.ts`), of the creating request or of the
 * resource.
 */
export const tagged = (key: "aws:RequestTag" | "aws:ResourceTag", { stage }: Place): Conditions => ({
  StringEquals: { [`${key}/service`]: "herald", [`${key}/stage`]: stage },
});

/** Turns `verbs("sqs", "Create Delete", "Queue")` into `sqs:CreateQueue` and `sqs:DeleteQueue`. */
export const verbs = (service: string, all: string, ...things: readonly string[]): string[] =>
  things.flatMap((thing) => all.split(" ").map((verb) => `${service}:${verb}${thing}`));

export const bucketArns = ({ mediaBucket }: Place): string[] => [
  "arn:aws:s3:::herald-data-*",
  "arn:aws:s3:::herald-service-*",
  ...(mediaBucket === undefined ? [] : [`arn:aws:s3:::${mediaBucket}`]),
];
