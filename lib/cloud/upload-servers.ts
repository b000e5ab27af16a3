import { CfnOutput, Fn, Reference, Stack, Tokenization } from "aws-cdk-lib";
import { WEB_NODE_OPTIONS, webFunctions } from "../functions.ts";
import type { Bundler } from "./bundle.ts";
import { statementsOf } from "./capabilities.ts";
import { UploadServer } from "./constructs/upload-server.ts";
import type { DataStack } from "./data-stack.ts";
import { hasUploadFunction } from "./edge-settings.ts";
import { refuseLargeEnvironment } from "./environment-size.ts";
import { partOf, variablesOf } from "./function-variables.ts";
import type { CapabilityTargets } from "./grant.ts";
import { pascalCase } from "./pascal-case.ts";
import type { Settings } from "./settings.ts";

/** The CDK adds this variable to a web function. */
const ENTRY_POINT = { AWS_LAMBDA_NODEJS_ENTRYPOINT: "index.mjs" } as const;

export interface UploadServersProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly targets: CapabilityTargets;
  readonly environment: Readonly<Record<string, string>>;
  readonly bundle: Bundler;
}

/**
 * Creates the servers for upload paths. There are none if the stage takes no uploads, or if the operator runs the
 * server as a container.
 */
export function uploadServers(stack: Stack, props: UploadServersProps): readonly UploadServer[] {
  const { settings, data, targets, environment, bundle } = props;
  // These outputs are created even without servers that read them, so that a failing deployment can roll back to a
  // version with servers.
  const variables = readFrom(data, environment);
  for (const one of webFunctions)
    refuseLargeEnvironment(one.name, { ...partOf(environment, variablesOf(one)), ...WEB_NODE_OPTIONS, ...ENTRY_POINT });
  if (!hasUploadFunction(settings)) return [];
  return webFunctions.map((definition) => {
    const server = new UploadServer(stack, pascalCase(definition.name), {
      definition,
      environment: partOf(variables, variablesOf(definition)),
      statements: statementsOf(definition, targets),
      logRetention: settings.logRetentionDays,
      bundle,
    });
    const description = "Origin of the paths of uploads";
    new CfnOutput(stack, `${pascalCase(definition.name)}Domain`, {
      value: server.web.endpoint.domainName,
      description,
    });
    return server;
  });
}

/**
 * Reads the variables from the outputs of another stack. The CDK turns a reference to another stack into a reading of
 * its output, except in the copy of a web function's configuration that it made earlier, so here the reading is
 * explicit.
 */
function readFrom(other: Stack, environment: Readonly<Record<string, string>>): Record<string, string> {
  const isTheirs = (value: string): boolean =>
    value !== "" &&
    Tokenization.reverseString(value).tokens.some(
      (token) => Reference.isReference(token) && Stack.of(token.target) === other,
    );
  const read = (name: string, value: string): string => {
    const output = new CfnOutput(other, `Read${name.replaceAll("_", "")}`, { value });
    return Fn.getStackOutput(other.stackName, output.logicalId);
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, isTheirs(value) ? read(name, value) : value]),
  );
}
