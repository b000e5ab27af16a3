import * as z from "zod";

/** A token of GitHub names the repository as `owner/name`; where its claims are immutable, the ids of both follow: `owner@1/name@2`. */
const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]*(?:@\d+)?\/[A-Za-z0-9._-]+(?:@\d+)?$/;

/** The settings of a deployment for a pipeline on GitHub. Without a repository there is none, and deployments are made by hand. */
export const pipelineShape = {
  /** The one that may deploy this stage. */
  pipelineRepository: z.string().regex(REPOSITORY, "must be a repository of GitHub, as owner/name").optional(),
  /** GitHub's identity provider where the account has it already: there can be one. Without it the pipeline's stack makes it. */
  pipelineProviderArn: z
    .string()
    .regex(
      /^arn:aws:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
      "must be the ARN of GitHub's identity provider in IAM",
    )
    .optional(),
  /** Of the CDK's bootstrap stack: one of its own keeps the rights of this service's deployments to this service. */
  bootstrapQualifier: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/, "must be up to 10 lower-case letters and digits")
    .default("hnb659fds"),
} as const;

const shape = z.object(pipelineShape);
type Given = z.output<typeof shape> & {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
};

export interface PipelineSettings {
  readonly repository: string;
  readonly providerArn: string | undefined;
  readonly account: string;
  readonly region: string;
}

interface Problem {
  readonly name: "account" | "region" | "pipelineRepository" | "bootstrapQualifier";
  readonly message: string;
}

const DEFAULT_QUALIFIER = "hnb659fds";

/** Rights are written for one account and region, and one bootstrap that nobody else deploys with. */
export function pipelineProblems(given: Given): readonly Problem[] {
  const needs = (name: Problem["name"], because: string): Problem => ({
    name,
    message: `must be set when ${because} is set`,
  });
  if (given.pipelineRepository === undefined)
    return given.pipelineProviderArn === undefined ? [] : [needs("pipelineRepository", "pipelineProviderArn")];
  const missing = (["account", "region"] as const).filter((name) => given[name] === undefined);
  const shared =
    "must be one of your own with pipelineRepository, such as herald: others deploy with the CDK's default";
  return [
    ...missing.map((name) => needs(name, "pipelineRepository")),
    ...(given.bootstrapQualifier === DEFAULT_QUALIFIER
      ? [{ name: "bootstrapQualifier" as const, message: shared }]
      : []),
  ];
}

/** Undefined without a pipeline; to be asked once there is no problem. */
export function pipelineSettings(given: Given): PipelineSettings | undefined {
  const { pipelineRepository: repository, pipelineProviderArn: providerArn, account = "", region = "" } = given;
  if (repository === undefined) return undefined;
  return { repository, providerArn, account, region };
}
