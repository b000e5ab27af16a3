/** Outside of the names that a deployment may change: it must not widen its own rights. */
export const pipelineName = (what: string, { stage, region }: Pick<Place, "stage" | "region">): string =>
  `pipeline-herald-${what}-${stage}-${region}`;
/** Of the role that hands the stacks of a stage to CloudFormation. */
export const stacksRoleArn = (place: Pick<Place, "stage" | "region" | "account">): string =>
  `arn:aws:iam::${place.account}:role/${pipelineName("stacks", place)}`;
export const boundaryName = (place: Pick<Place, "stage" | "region">): string => pipelineName("boundary", place);

/** Of the CDK's bootstrap: its roles are called after what they are for, as `cfn-exec`. */
export const bootstrapRoleName = ({ account, region, qualifier }: Place, kind: string): string =>
  `cdk-${qualifier}-${kind}-role-${account}-${region}`;

/** The statements of a policy, as they stand in a template. */
export interface Grant {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Conditions;
}
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** The account and region of a stage, and its names in them. */
export interface Place {
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  readonly qualifier: string;
  /** Named by a setting, and not by the stack. */
  readonly mediaBucket?: string | undefined;
  readonly chatTopicArn?: string | undefined;
  readonly vpcId?: string | undefined;
}

/** CloudFormation names what has no name of its own after its stack. Where names are short it cuts the stage's off, so it is no part of this. */
const STACKS = ["data", "service", "panel"] as const;
type StackKind = (typeof STACKS)[number];

/** `arn:aws:sqs:eu-central-1:123456789012:herald-service-*`. */
export const named = (
  { account, region }: Place,
  service: string,
  { prefix = "", of = ["service"] }: { readonly prefix?: string; readonly of?: readonly StackKind[] } = {},
): string[] => of.map((stack) => `arn:aws:${service}:${region}:${account}:${prefix}herald-${stack}-*`);

/** Of services that know no regions. */
export const global = ({ account }: Place, service: string, rest: string): string =>
  `arn:aws:${service}::${account}:${rest}`;

export const regional = ({ account, region }: Place, service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

/** The tags that every resource of a stage has (`lib/cloud/stacks.ts`), asked of the request that makes it, or of the resource. */
export const tagged = (key: "aws:RequestTag" | "aws:ResourceTag", { stage }: Place): Conditions => ({
  StringEquals: { [`${key}/service`]: "herald", [`${key}/stage`]: stage },
});

/** `verbs("sqs", "Create Delete", "Queue")` -> `sqs:CreateQueue`, `sqs:DeleteQueue`. */
export const verbs = (service: string, all: string, ...things: readonly string[]): string[] =>
  things.flatMap((thing) => all.split(" ").map((verb) => `${service}:${verb}${thing}`));

export const bucketArns = ({ mediaBucket }: Place): string[] => [
  "arn:aws:s3:::herald-data-*",
  "arn:aws:s3:::herald-service-*",
  ...(mediaBucket === undefined ? [] : [`arn:aws:s3:::${mediaBucket}`]),
];
