import * as z from "zod";

/**
 * A GitHub token names the repository as `owner/name` or, with immutable claims, as `owner@1/name@2`, which adds the
 * ids of both.
 */
const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]*(?:@\d+)?\/[A-Za-z0-9._-]+(?:@\d+)?$/;

/**
 * These settings configure a pipeline on GitHub. Without a repository there is no pipeline, and people deploy by hand.
 */
export const pipelineShape = {
  /** Only this repository may deploy the stage. */
  pipelineRepository: z.string().regex(REPOSITORY, "must be a repository of GitHub, as owner/name").optional(),
  /**
   * Names the ARN of GitHub's identity provider if the account already has it, because an account can have only one.
   * Without it the pipeline's stack creates the provider.
   */
  pipelineProviderArn: z
    .string()
    .regex(
      /^arn:aws:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
      "must be the ARN of GitHub's identity provider in IAM",
    )
    .optional(),
  /**
   * Names the qualifier of the CDK's bootstrap stack. A bootstrap of its own limits the rights of this service's
   * deployments to this service.
   */
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

/**
 * Reports missing settings, because the rights name one account and region, and a bootstrap that nobody else deploys
 * with.
 */
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

/** Returns undefined without a pipeline. Call it only when there are no problems. */
export function pipelineSettings(given: Given): PipelineSettings | undefined {
  const { pipelineRepository: repository, pipelineProviderArn: providerArn, account = "", region = "" } = given;
  if (repository === undefined) return undefined;
  return { repository, providerArn, account, region };
}
