import { Aws, CfnOutput, Fn, Reference, Stack, Tokenization } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { WEB_NODE_OPTIONS, webFunctions } from "../functions.ts";
import type { Bundler } from "./bundle.ts";
import { type CapabilityTargets, statementsOf } from "./capabilities.ts";
import { MediaCdn } from "./constructs/media-cdn.ts";
import { UploadServer } from "./constructs/upload-server.ts";
import type { DataStack } from "./data-stack.ts";
import { refuseLargeEnvironment } from "./environment-size.ts";
import { partOf, variablesOf } from "./function-variables.ts";
import type { MediaSettings } from "./media-settings.ts";
import { pascalCase } from "./pascal-case.ts";
import type { Settings } from "./settings.ts";

/** The CDK's own, of a web function. */
const ENTRY_POINT = { AWS_LAMBDA_NODEJS_ENTRYPOINT: "index.mjs" } as const;

/** The variables of media; none when the deployment keeps no media. */
export function mediaEnvironment(media: MediaSettings | undefined, queueUrl: string): Record<string, string> {
  if (media === undefined) return {};
  return {
    MEDIA_BUCKET: media.bucketName,
    MEDIA_BUCKET_REGION: Aws.REGION,
    MEDIA_KEY_PREFIX: media.keyPrefix,
    MEDIA_DELIVERY_URL: media.deliveryUrl,
    MEDIA_PUBLIC_KEY_ID: media.publicKeyId,
    MEDIA_PRIVATE_KEY_SEALED: media.privateKeySealed,
    MEDIA_URL_SECONDS: String(media.urlSeconds),
    MEDIA_QUEUE_URL: queueUrl,
  };
}

export interface MediaServiceProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly targets: CapabilityTargets;
  readonly environment: Readonly<Record<string, string>>;
  readonly bundle: Bundler;
}

/** For the code that puts a distribution together: the behaviour for media, and the server behind the paths of uploads. */
export interface MediaService {
  readonly cdn: MediaCdn;
  readonly servers: readonly UploadServer[];
}

/** The parts of the service that exist only where media are kept. */
export function mediaService(stack: Stack, props: MediaServiceProps): MediaService | undefined {
  const { settings, data, targets, environment, bundle } = props;
  // Without media nobody reads them. They stay, for a deployment without media that fails and goes back to the one before.
  const variables = readFrom(data, environment);
  if (settings.media === undefined) return undefined;
  for (const one of webFunctions)
    refuseLargeEnvironment(one.name, { ...partOf(environment, variablesOf(one)), ...WEB_NODE_OPTIONS, ...ENTRY_POINT });
  // Somebody runs the same file as a container.
  const own = settings.uploadServerDomain === undefined ? webFunctions : [];
  const servers = own.map((definition) => {
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
  const bucket = Bucket.fromBucketName(stack, "MediaObjects", settings.media.bucketName);
  const cdn = new MediaCdn(stack, "MediaCdn", { bucket, publicKeyId: settings.media.publicKeyId });
  return { cdn, servers };
}

/**
 * The library turns a reference to another stack into a reading of its output, but not in its copy of a web function's configuration,
 * which it keeps from before: there the reading is written out.
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
