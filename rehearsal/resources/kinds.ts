import { createHash } from "node:crypto";

/** The identity of a resource is derived from these names. */
export interface Place {
  readonly stack: string;
  readonly account: string;
  readonly region: string;
  readonly logicalId: string;
}

export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

type Properties = Readonly<Record<string, unknown>>;

interface Kind {
  /** Returns the identity of a resource with these resolved properties. */
  readonly identify: (properties: Properties, place: Place) => Identity;
  /** This sentence of the report says what replaces the resource here, or why nothing does. */
  readonly behaviour: string;
}

const hashOf = (place: Place): string =>
  createHash("sha256").update(`${place.account}/${place.region}/${place.stack}/${place.logicalId}`).digest("hex");
const suffix = (place: Place): string => hashOf(place).slice(0, 12).toUpperCase();
const uuid = (place: Place): string =>
  hashOf(place).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
/** Builds a name as CloudFormation does. */
const generated = (place: Place, longest: number): string => {
  const end = `-${suffix(place)}`;
  return `${`${place.stack}-${place.logicalId}`.slice(0, longest - end.length)}${end}`;
};
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const arn = (service: string, { region, account }: Place, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;
const globalArn = (service: string, { account }: Place, rest: string): string =>
  `arn:aws:${service}::${account}:${rest}`;

/** Builds an id in the form that the content delivery network and the gateway use. */
const shortId = (place: Place, prefix = ""): string => `${prefix}${hashOf(place).slice(0, 13).toUpperCase()}`;

const nameOnly =
  (property: string, longest: number): Kind["identify"] =>
  (properties, place) => ({ ref: text(properties[property]) ?? generated(place, longest), attributes: {} });

const withId =
  (prefix: string): Kind["identify"] =>
  (_, place) => ({ ref: shortId(place, prefix), attributes: { Id: shortId(place, prefix) } });

/** Extracts the function's name from a name or an ARN: `arn:…:function:<name>[:<qualifier>]`. */
export const functionName = (value: unknown): string => {
  const named = text(value) ?? "";
  return named.startsWith("arn:") ? (named.split(":")[6] ?? "") : (named.split(":")[0] ?? "");
};

const NOT_HERE = "no behaviour here";

/** The name of a stream ends with the time of its creation. */
const STREAM_LABEL = "2026-01-01T00:00:00.000";

export const KINDS: Readonly<Record<string, Kind>> = {
  "AWS::DynamoDB::GlobalTable": {
    behaviour:
      "a table of the embedded engine, with its keys and indexes, its stream, tags and protection, and point-in-time recovery and the backup of a deletion where the template enables recovery; nobody deletes here what has expired",
    identify: (properties, place) => {
      const ref = text(properties.TableName) ?? generated(place, 255);
      const Arn = arn("dynamodb", place, `table/${ref}`);
      const hasStream = properties.StreamSpecification !== undefined;
      return { ref, attributes: { Arn, ...(hasStream && { StreamArn: `${Arn}/stream/${STREAM_LABEL}` }) } };
    },
  },
  "AWS::SQS::Queue": {
    behaviour: "a queue of the embedded engine, with its visibility timeout and redrive",
    identify: (properties, place) => {
      const name = text(properties.QueueName) ?? generated(place, 80);
      return {
        ref: `https://sqs.${place.region}.amazonaws.com/${place.account}/${name}`,
        attributes: { Arn: arn("sqs", place, name), QueueName: name },
      };
    },
  },
  "AWS::SQS::QueuePolicy": { behaviour: "part of every decision about its queues", identify: nameOnly("", 64) },
  "AWS::S3::Bucket": {
    behaviour:
      "a bucket of the embedded engine, with versions where the template enables them; lifecycle rules do nothing in so short a time",
    identify: (properties, place) => {
      const ref = text(properties.BucketName) ?? generated(place, 63).toLowerCase();
      return {
        ref,
        attributes: {
          Arn: `arn:aws:s3:::${ref}`,
          DomainName: `${ref}.s3.amazonaws.com`,
          RegionalDomainName: `${ref}.s3.${place.region}.amazonaws.com`,
        },
      };
    },
  },
  "AWS::S3::BucketPolicy": { behaviour: "part of every decision about its bucket", identify: nameOnly("", 64) },
  "AWS::KMS::Key": {
    behaviour: "a key that encrypts and decrypts, bound to the encryption context, under its own policy",
    identify: (_, place) => ({
      ref: uuid(place),
      attributes: { Arn: arn("kms", place, `key/${uuid(place)}`), KeyId: uuid(place) },
    }),
  },
  "AWS::KMS::Alias": {
    behaviour: "leads to its key: an operator seals by it before functions are deployed",
    identify: nameOnly("AliasName", 256),
  },
  "AWS::SES::ReceiptRuleSet": { behaviour: NOT_HERE, identify: nameOnly("RuleSetName", 64) },
  "AWS::SES::ReceiptRule": { behaviour: NOT_HERE, identify: nameOnly("", 64) },
  "AWS::SNS::Topic": {
    behaviour: "the telephone simulator's topic",
    identify: (properties, place) => {
      const name = text(properties.TopicName) ?? generated(place, 256);
      return { ref: arn("sns", place, name), attributes: { TopicName: name, TopicArn: arn("sns", place, name) } };
    },
  },
  "AWS::SNS::TopicPolicy": {
    behaviour: "asked whether the chat provider may publish to its topic",
    identify: nameOnly("", 64),
  },
  "AWS::SNS::Subscription": {
    behaviour: "confirmed and delivered through the front door, by the address that it names",
    identify: (properties, place) => ({ ref: `${text(properties.TopicArn)}:${uuid(place)}`, attributes: {} }),
  },
  "AWS::SecretsManager::Secret": {
    behaviour: "a random text of the length that it asks for; dynamic references get it",
    identify: (properties, place) => {
      const ref = arn("secretsmanager", place, `secret:${text(properties.Name) ?? generated(place, 64)}-a1b2c3`);
      return { ref, attributes: { Arn: ref } };
    },
  },
  "AWS::IAM::Role": {
    behaviour: "credentials of its own; every call is decided by its policies",
    identify: (properties, place) => {
      const ref = text(properties.RoleName) ?? generated(place, 64);
      return { ref, attributes: { Arn: globalArn("iam", place, `role/${ref}`), RoleId: `AROA${suffix(place)}` } };
    },
  },
  "AWS::IAM::Policy": { behaviour: "statements of its roles", identify: nameOnly("PolicyName", 128) },
  "AWS::EC2::SecurityGroup": {
    behaviour: "part of a function's way into a network; its rules are not looked at",
    identify: (properties, place) => {
      const ref = `sg-${hashOf(place).slice(0, 17)}`;
      return { ref, attributes: { GroupId: ref, VpcId: text(properties.VpcId) ?? "" } };
    },
  },
  "AWS::Lambda::Function": {
    behaviour:
      "processes with exactly its environment behind the Lambda Runtime API, which reach this machine's own addresses only from inside a network; the CDK's own functions are not run",
    identify: (properties, place) => {
      const ref = text(properties.FunctionName) ?? generated(place, 64);
      return { ref, attributes: { Arn: arn("lambda", place, `function:${ref}`) } };
    },
  },
  "AWS::Lambda::Version": {
    behaviour: "version 1 of its function",
    identify: (properties, place) => ({
      ref: arn("lambda", place, `function:${functionName(properties.FunctionName)}:1`),
      attributes: { Version: "1" },
    }),
  },
  "AWS::Lambda::Alias": {
    behaviour: "points at its version at once; nothing is moved by tenths here",
    identify: (properties, place) => {
      const ref = arn("lambda", place, `function:${functionName(properties.FunctionName)}:${text(properties.Name)}`);
      return { ref, attributes: { AliasArn: ref } };
    },
  },
  "AWS::Lambda::Permission": { behaviour: "asked before a service calls a function", identify: nameOnly("", 64) },
  "AWS::Lambda::EventSourceMapping": {
    behaviour:
      "takes batches from its queue or its stream, reports partial failures, halves the failed batches of a stream, and has its function's rights on the source checked",
    identify: (_, place) => ({ ref: uuid(place), attributes: { Id: uuid(place) } }),
  },
  "AWS::Lambda::EventInvokeConfig": {
    behaviour: "limits the retries of asynchronous calls",
    identify: nameOnly("", 64),
  },
  "AWS::Lambda::Url": {
    behaviour: "an address of its own, under both of its permissions",
    identify: (properties, place) => ({
      ref: text(properties.TargetFunctionArn) ?? "",
      attributes: {
        FunctionUrl: `https://${hashOf(place).slice(0, 32)}.lambda-url.${place.region}.on.aws/`,
        FunctionArn: text(properties.TargetFunctionArn) ?? "",
      },
    }),
  },
  "AWS::Lambda::LayerVersion": {
    behaviour: `${NOT_HERE}: only the CDK's own functions use one`,
    identify: (_, place) => ({ ref: arn("lambda", place, `layer:${place.logicalId}:1`), attributes: {} }),
  },
  "AWS::Lambda::WebFunction": {
    behaviour: "the name of a web function",
    identify: (properties, place) => {
      const name = text(properties.FunctionName) ?? generated(place, 64);
      const named = arn("lambda", place, `web-function:${name}`);
      return { ref: named, attributes: { FunctionArn: named, FunctionName: name } };
    },
  },
  "AWS::Lambda::WebFunctionRevision": {
    behaviour: "a server process with exactly its environment, which must listen where it is told within ten seconds",
    identify: (_, place) => ({ ref: uuid(place), attributes: { RevisionId: uuid(place) } }),
  },
  "AWS::Lambda::WebFunctionEndpoint": {
    behaviour: "the address of its revision",
    identify: (_, place) => ({
      ref: uuid(place),
      attributes: { DomainName: `${hashOf(place).slice(0, 24)}.web.lambda.${place.region}.on.aws` },
    }),
  },
  "AWS::ApiGatewayV2::Api": {
    behaviour: "an HTTP API: its routes, its events in payload format 2.0, its own errors",
    identify: (_, place) => {
      const ref = hashOf(place).slice(0, 10);
      return {
        ref,
        attributes: { ApiId: ref, ApiEndpoint: `https://${ref}.execute-api.${place.region}.amazonaws.com` },
      };
    },
  },
  "AWS::ApiGatewayV2::Stage": {
    behaviour: "throttles, and writes its access log, each line of which must be JSON",
    identify: (properties) => ({ ref: text(properties.StageName) ?? "", attributes: {} }),
  },
  "AWS::ApiGatewayV2::Integration": {
    behaviour: "calls its function",
    identify: (_, place) => ({ ref: shortId(place), attributes: {} }),
  },
  "AWS::ApiGatewayV2::Route": {
    behaviour: "leads to its integration",
    identify: (_, place) => ({ ref: shortId(place), attributes: {} }),
  },
  "AWS::CloudFront::Distribution": {
    behaviour:
      "behaviours by path and method, viewer functions, origins with their headers, signed links; nothing is cached",
    identify: (_, place) => ({
      ref: shortId(place, "E"),
      attributes: { Id: shortId(place, "E"), DomainName: `d${hashOf(place).slice(0, 13)}.cloudfront.net` },
    }),
  },
  "AWS::CloudFront::Function": {
    behaviour: "runs as written, with the words of runtime 2.0 and nothing else",
    identify: (properties, place) => {
      const named = globalArn("cloudfront", place, `function/${text(properties.Name)}`);
      return { ref: named, attributes: { FunctionARN: named } };
    },
  },
  "AWS::CloudFront::ResponseHeadersPolicy": { behaviour: "adds its headers to answers", identify: withId("") },
  "AWS::CloudFront::CachePolicy": {
    behaviour: "says which parameters reach the origin; nothing is cached",
    identify: withId(""),
  },
  "AWS::CloudFront::OriginAccessControl": {
    behaviour: "reads buckets as the content delivery network, under their policies",
    identify: withId("E"),
  },
  "AWS::CloudFront::KeyGroup": { behaviour: "links are checked with its public keys", identify: withId("") },
  "AWS::Events::Rule": {
    behaviour: "calls its function at its rate, under the function's permission",
    identify: (properties, place) => {
      const ref = text(properties.Name) ?? generated(place, 64);
      return { ref, attributes: { Arn: arn("events", place, `rule/${ref}`) } };
    },
  },
  "AWS::Logs::LogGroup": {
    behaviour: "lines go to the rehearsal's own log",
    identify: (properties, place) => {
      const ref = text(properties.LogGroupName) ?? generated(place, 512);
      return { ref, attributes: { Arn: arn("logs", place, `log-group:${ref}:*`) } };
    },
  },
  "AWS::CloudWatch::Alarm": {
    behaviour: "compared with what functions, queues, the gateway and the topic count; it tells nobody",
    identify: (properties, place) => {
      const ref = text(properties.AlarmName) ?? generated(place, 255);
      return { ref, attributes: { Arn: arn("cloudwatch", place, `alarm:${ref}`) } };
    },
  },
  "AWS::CloudWatch::Dashboard": {
    behaviour: `${NOT_HERE}: nobody looks at it`,
    identify: nameOnly("DashboardName", 255),
  },
  "AWS::CodeDeploy::Application": {
    behaviour: `${NOT_HERE}: there is no version before`,
    identify: nameOnly("ApplicationName", 100),
  },
  "AWS::CodeDeploy::DeploymentGroup": {
    behaviour: `${NOT_HERE}: there is no version before`,
    identify: nameOnly("DeploymentGroupName", 100),
  },
  "AWS::CodeDeploy::DeploymentConfig": {
    behaviour: `${NOT_HERE}: there is no version before`,
    identify: nameOnly("DeploymentConfigName", 100),
  },
  "Custom::CDKBucketDeployment": {
    behaviour: "the files of its assets are put into its bucket, by the rehearsal itself",
    identify: (_, place) => ({ ref: uuid(place), attributes: {} }),
  },
  "Custom::S3ObjectCopy": {
    behaviour: "stands for the asset that it copies",
    identify: (properties, place) => ({
      ref: uuid(place),
      attributes: {
        Bucket: text(properties.SourceBucketName) ?? "",
        Key: text(properties.SourceObjectKey) ?? "",
        VersionId: "1",
      },
    }),
  },
  "Custom::S3AutoDeleteObjects": {
    behaviour: `${NOT_HERE}: the folder is removed`,
    identify: (_, place) => ({ ref: uuid(place), attributes: {} }),
  },
};
