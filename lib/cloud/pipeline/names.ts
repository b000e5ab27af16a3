/** A deployment may not change resources with these names, so that it cannot widen its own rights. */
export const pipelineName = (what: string, { stage, region }: Pick<Place, "stage" | "region">): string =>
  `pipeline-herald-${what}-${stage}-${region}`;
/** The role that hands the stacks of a stage to CloudFormation. */
export const stacksRoleArn = (place: Pick<Place, "stage" | "region" | "account">): string =>
  `arn:aws:iam::${place.account}:role/${pipelineName("stacks", place)}`;
export const boundaryName = (place: Pick<Place, "stage" | "region">): string => pipelineName("boundary", place);

/** The roles of the CDK's bootstrap are named after their purpose, such as `cfn-exec`. */
export const bootstrapRoleName = ({ account, region, qualifier }: Place, kind: string): string =>
  `cdk-${qualifier}-${kind}-role-${account}-${region}`;

/** A statement of a policy, as it stands in a template. */
export interface Grant {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Conditions;
}
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** The account and region of a stage, and the names that it uses there. */
export interface Place {
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  readonly qualifier: string;
  /** The media bucket's name comes from a setting and does not begin with the stack's name. */
  readonly mediaBucket?: string | undefined;
  readonly chatTopicArn?: string | undefined;
  readonly vpcId?: string | undefined;
}

/**
 * CloudFormation names resources after their stack. It cuts off the stage where names must be short, so patterns do not
 * contain the stage.
 */
const STACKS = ["data", "service", "panel"] as const;
type StackKind = (typeof STACKS)[number];

/** Gives ARN patterns such as `arn:aws:sqs:eu-central-1:123456789012:herald-service-*`. */
export const named = (
  { account, region }: Place,
  service: string,
  { prefix = "", of = ["service"] }: { readonly prefix?: string; readonly of?: readonly StackKind[] } = {},
): string[] => of.map((stack) => `arn:aws:${service}:${region}:${account}:${prefix}herald-${stack}-*`);

/** Gives the ARN of a service that has no regions. */
export const global = ({ account }: Place, service: string, rest: string): string =>
  `arn:aws:${service}::${account}:${rest}`;

export const regional = ({ account, region }: Place, service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

/**
 * The tags that every resource of a stage has (`lib/cloud/stacks.ts`), demanded of the creating request or of the
 * resource.
 */
export const tagged = (key: "aws:RequestTag" | "aws:ResourceTag", { stage }: Place): Conditions => ({
  StringEquals: { [`${key}/service`]: "herald", [`${key}/stage`]: stage },
});

/** `verbs("sqs", "Create Delete", "Queue")` gives `sqs:CreateQueue` and `sqs:DeleteQueue`. */
export const verbs = (service: string, all: string, ...things: readonly string[]): string[] =>
  things.flatMap((thing) => all.split(" ").map((verb) => `${service}:${verb}${thing}`));

export const bucketArns = ({ mediaBucket }: Place): string[] => [
  "arn:aws:s3:::herald-data-*",
  "arn:aws:s3:::herald-service-*",
  ...(mediaBucket === undefined ? [] : [`arn:aws:s3:::${mediaBucket}`]),
];
