import * as z from "zod";
import { type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import type { Assembly } from "../template/assembly.ts";
import { checkedEnvironment, type FunctionSettings } from "./platform.ts";

const deployed = z.looseObject({
  Code: z.looseObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Environment: z.looseObject({ Variables: z.record(z.string(), z.unknown()).default({}) }).default({ Variables: {} }),
  Handler: z.string(),
  MemorySize: z.number().default(128),
  Role: z.string(),
  Runtime: z.string(),
  Timeout: z.number().default(3),
  VpcConfig: z
    .looseObject({ SubnetIds: z.array(z.string()).min(1), SecurityGroupIds: z.array(z.string()).min(1) })
    .optional(),
  LoggingConfig: z.looseObject({ LogGroup: z.string().default("") }).default({ LogGroup: "" }),
});

/**
 * Says whether a function belongs to a custom resource. Such a function does not run here, because the rehearsal does
 * its work itself.
 */
const isForCustomResource = (deployment: Deployment, arn: string | undefined): boolean =>
  deployment.resources.some(({ type, properties }) => type.startsWith("Custom::") && properties.ServiceToken === arn);

/** Returns the functions of a deployment with their assets. */
export function functionSettings(
  deployment: Deployment,
  { assetAt }: Pick<Assembly, "assetAt">,
  concurrency: number,
): FunctionSettings[] {
  return ofType(deployment, "AWS::Lambda::Function")
    .filter(({ attributes }) => !isForCustomResource(deployment, attributes.Arn))
    .map(({ ref, attributes, properties }) => {
      const { Code, Environment, Handler, MemorySize, Role, Runtime, Timeout, LoggingConfig, VpcConfig } =
        deployed.parse(properties);
      if (Runtime !== "nodejs24.x") throw new Error(`${ref}: the runtime ${Runtime} is not known here`);
      const folder = assetAt(Code.S3Bucket, Code.S3Key);
      return {
        ...{
          name: ref,
          arn: attributes.Arn ?? "",
          folder,
          handler: Handler,
          timeoutSeconds: Timeout,
          memoryMb: MemorySize,
        },
        ...{ role: Role, logGroup: LoggingConfig.LogGroup, concurrency, isInNetwork: VpcConfig !== undefined },
        environment: checkedEnvironment(ref, Environment.Variables, folder),
      };
    });
}

/** Returns the number of retries of an asynchronous call, by function. */
export const retriesOf = (deployment: Deployment): ReadonlyMap<string, number> =>
  new Map(
    ofType(deployment, "AWS::Lambda::EventInvokeConfig").map(({ properties }) => [
      functionName(properties.FunctionName),
      Number(properties.MaximumRetryAttempts ?? 2),
    ]),
  );
