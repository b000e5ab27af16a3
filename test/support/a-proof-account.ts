import { PROOF_TAG } from "../../lib/proof-tag.ts";
import type { AwsAnswer, AwsCall, AwsRequest } from "../../ops/doctor/aws-call.ts";
import type { Buckets } from "../../ops/prove/aws/buckets.ts";

const REGION = "eu-central-1";
const ACCOUNT = "123456789012";
const HASH = "0A1B2C3D";

/** The permission that a call needs: an action and the resource that it names. */
export interface CallNeed {
  readonly action: string;
  readonly resource: string;
}

interface Stack {
  /** How many questions it is still there after its deletion began. */
  deleting: number | undefined;
  readonly isOfProof?: boolean;
  readonly resources: readonly {
    readonly type: string;
    readonly logicalId: string;
    readonly id: string;
    readonly policy?: string;
  }[];
  readonly outputs: Readonly<Record<string, string>>;
}

const ok = (text: string): AwsAnswer => ({ status: 200, text });
const json = (value: object): AwsAnswer => ok(JSON.stringify(value));
const refused = (type: string, message: string): AwsAnswer => ({
  status: 400,
  text: JSON.stringify({ __type: type, message: `${type}: ${message}` }),
});
const fields = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");
const members = (all: readonly Readonly<Record<string, string>>[]): string =>
  all.map((one) => `<member>${fields(one)}</member>`).join("");

/** CloudFormation writes the template's text as XML. */
function templateOf({ resources }: Stack): string {
  const Resources = Object.fromEntries(
    resources.map(({ type: Type, logicalId, policy }) => [
      logicalId,
      { Type, ...(policy && { DeletionPolicy: policy }) },
    ]),
  );
  const text = JSON.stringify({ Resources }, null, 1).replaceAll('"', "&quot;").replaceAll("\n", "&#xA;");
  return `<TemplateBody>${text}</TemplateBody>`;
}

/**
 * An AWS account in memory, with what `herald prove` asks it for: stacks, user pools, tables, buckets, log groups, a
 * key and metrics.
 */
export class ProofAccount implements Buckets {
  readonly pools = new Map<string, string>();
  /** The tags of user pools by their ids. */
  readonly poolTags = new Map<string, object>();
  readonly stacks = new Map<string, Stack>();
  readonly tables = new Map<string, string>();
  /** The number of objects by bucket. */
  readonly objects = new Map<string, number>();
  readonly logGroups = new Set<string>();
  readonly needs: CallNeed[] = [];
  /** Called before each change of the account. */
  at: (point: string) => Promise<void> = async () => {};
  keyState = "absent";
  /** The tables of which DynamoDB has a system backup. */
  readonly backups = new Set<string>();
  /** What the data stack's template says of its bucket. */
  bucketPolicy = "Delete";
  readonly #stage: string;
  #events: readonly object[] = [];

  constructor(stage: string) {
    this.#stage = stage;
  }

  /** The resources that cost money or stay by themselves. */
  get things(): readonly string[] {
    const named = (kind: string, names: Iterable<string>) => [...names].map((name) => `${kind} ${name}`);
    return [
      ...named("pool", this.pools.values()),
      ...named("stack", this.stacks.keys()),
      ...named("table", this.tables.keys()),
      ...named("bucket", this.objects.keys()),
      ...named("log group", this.logGroups),
      ...(this.keyState === "Enabled" ? ["key"] : []),
    ];
  }

  /** Lines of the recorder's log. */
  record(...lines: readonly object[]): void {
    this.#events = [
      ...this.#events,
      ...lines.map((line, i) => ({
        eventId: `e${this.#events.length + i}`,
        timestamp: Date.now(),
        message: JSON.stringify({ recorded: 1, ...line }),
      })),
    ];
  }

  /** Deploys the stacks one after the other, as the CDK does. */
  async deploy(isOfProof = true): Promise<void> {
    const stack = (part: string) => `herald-${part}-${this.#stage}`;
    const bucket = `${stack("data")}-contentbucket-1`;
    const add = async (part: string, resources: Stack["resources"], outputs: Stack["outputs"] = {}) => {
      await this.at(`deploy ${part}`);
      this.stacks.set(stack(part), { deleting: undefined, resources, outputs, isOfProof });
    };
    const table = `${stack("data")}-ConfigTable-1`;
    await add("data", [
      { type: "AWS::DynamoDB::GlobalTable", logicalId: "ConfigTable", id: table },
      { type: "AWS::S3::Bucket", logicalId: "ContentBucket", id: bucket, policy: this.bucketPolicy },
      { type: "AWS::KMS::Key", logicalId: "SealingKey", id: "key-1" },
    ]);
    this.tables.set(table, "ACTIVE");
    this.objects.set(bucket, 3);
    this.keyState = "Enabled";
    await add(
      "service",
      [
        { type: "AWS::Lambda::Function", logicalId: `NotificationsFunction${HASH}`, id: "fn-1" },
        {
          type: "AWS::SQS::Queue",
          logicalId: "DeliveryQueue",
          id: `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/q-1`,
        },
      ],
      { BaseUrl: "https://d1.cloudfront.net" },
    );
    await add("recorder", [], { Url: "https://r.lambda-url.on.aws/", LogGroup: `${stack("recorder")}-Log-1` });
    await add("panel", []);
    // A function wrote once more while nobody looked.
    this.logGroups.add(`/aws/lambda/${stack("service")}-NotificationsFunction`);
  }

  async empty(bucket: string): Promise<number> {
    this.#need("s3:ListBucketVersions", `arn:aws:s3:::${bucket}`);
    this.#need("s3:DeleteObject", `arn:aws:s3:::${bucket}/x`);
    this.#need("s3:DeleteObjectVersion", `arn:aws:s3:::${bucket}/x`);
    await this.at(`empty ${bucket}`);
    const count = this.objects.get(bucket) ?? 0;
    if (this.objects.has(bucket)) this.objects.set(bucket, 0);
    return count;
  }

  async named(prefix: string): Promise<readonly string[]> {
    this.#need("s3:ListAllMyBuckets", "*");
    return [...this.objects.keys()].filter((name) => name.startsWith(prefix));
  }

  readonly aws: AwsCall = async (request) => {
    const { service } = request;
    if (service === "cloudformation") return this.#cloudFormation(new URLSearchParams(request.body));
    if (service === "lambda") return this.#accountSettings(request);
    if (service === "monitoring") return this.#metrics(new URLSearchParams(request.body));
    const operation = (request.headers?.["x-amz-target"] ?? "").split(".").at(-1) ?? "";
    const input = JSON.parse(request.body ?? "{}") as Record<string, string>;
    return this.#json(request, operation, input);
  };

  async #json({ service }: AwsRequest, operation: string, input: Record<string, string>): Promise<AwsAnswer> {
    if (/^(?:Create|Delete|AdminCreate)/.test(operation)) await this.at(operation);
    switch (service) {
      case "cognito-idp":
        return this.#cognito(operation, input);
      case "dynamodb":
        return this.#dynamo(operation, input);
      case "logs":
        return this.#logs(operation, input);
      case "kms":
        this.#need("kms:DescribeKey", `arn:aws:kms:${REGION}:${ACCOUNT}:key/${input.KeyId}`);
        return json({ KeyMetadata: { KeyState: this.keyState, DeletionDate: 1_798_000_000 } });
      default:
        return refused("UnknownService", service);
    }
  }

  async #cloudFormation(given: URLSearchParams): Promise<AwsAnswer> {
    const action = given.get("Action") ?? "";
    const name = given.get("StackName") ?? "";
    this.#need(`cloudformation:${action}`, `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/1`);
    const stack = this.stacks.get(name);
    if (stack === undefined)
      return { status: 400, text: `<Error><Message>Stack with id ${name} does not exist</Message></Error>` };
    if (action === "DeleteStack") {
      await this.at(`delete ${name}`);
      stack.deleting = 1;
      return ok("");
    }
    if (action === "ListStackResources")
      return ok(
        members(
          stack.resources.map(({ type, logicalId, id }) => ({
            ResourceType: type,
            LogicalResourceId: logicalId,
            PhysicalResourceId: id,
            ResourceStatus: "CREATE_COMPLETE",
          })),
        ),
      );
    if (action === "GetTemplate") return ok(templateOf(stack));
    return this.#described(name, stack);
  }

  #described(name: string, stack: Stack): AwsAnswer {
    const goes = stack.resources.filter(({ policy }) => policy !== "Retain");
    const isFull = goes.some(({ id }) => (this.objects.get(id) ?? 0) > 0);
    const outputs = members(
      Object.entries(stack.outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    );
    if (stack.deleting === undefined)
      return ok(
        `<StackStatus>CREATE_COMPLETE</StackStatus>${outputs}${members(
          stack.isOfProof
            ? [
                { Key: "stage", Value: this.#stage },
                { Key: PROOF_TAG, Value: this.#stage },
              ]
            : [],
        )}`,
      );
    if (isFull)
      return ok(
        "<StackStatus>DELETE_FAILED</StackStatus><StackStatusReason>the bucket is not empty</StackStatusReason>",
      );
    stack.deleting -= 1;
    if (stack.deleting >= 0) return ok("<StackStatus>DELETE_IN_PROGRESS</StackStatus>");
    this.stacks.delete(name);
    for (const { id, type } of goes) {
      this.tables.delete(id);
      this.objects.delete(id);
      if (type === "AWS::KMS::Key") this.keyState = "PendingDeletion";
    }
    return { status: 400, text: `<Error><Message>Stack with id ${name} does not exist</Message></Error>` };
  }

  #cognito(operation: string, input: Record<string, string>): AwsAnswer {
    const ofAll = ["CreateUserPool", "ListUserPools", "DescribeUserPool"].includes(operation);
    const pool = `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${input.UserPoolId}`;
    this.#need(`cognito-idp:${operation}`, ofAll ? "*" : pool);
    switch (operation) {
      case "CreateUserPool": {
        const id = `${REGION}_${this.pools.size}`;
        this.pools.set(id, input.PoolName ?? "");
        this.poolTags.set(id, Object(input.UserPoolTags));
        return json({ UserPool: { Id: id } });
      }
      case "CreateUserPoolClient":
        return json({ UserPoolClient: { ClientId: "client-1" } });
      case "ListUserPools":
        return json({ UserPools: [...this.pools].map(([Id, Name]) => ({ Id, Name })) });
      case "DescribeUserPool":
        return json({ UserPool: { UserPoolTags: this.poolTags.get(input.UserPoolId ?? "") } });
      case "ListUserPoolClients":
        return json({ UserPoolClients: [{ ClientId: "client-1" }] });
      case "DeleteUserPool":
        this.pools.delete(input.UserPoolId ?? "");
        return ok("");
      case "AdminInitiateAuth":
        return json({ AuthenticationResult: { AccessToken: "a.b.c" } });
      default:
        return json({});
    }
  }

  #dynamo(operation: string, { TableName = "" }: Record<string, string>): AwsAnswer {
    const table = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${TableName}`;
    this.#need(`dynamodb:${operation}`, ["ListTables", "ListBackups"].includes(operation) ? "*" : table);
    if (operation === "ListBackups")
      return json({
        BackupSummaries: [...this.backups].map((name) => ({ TableName: name, BackupExpiryDateTime: 1_800_000_000 })),
      });
    if (operation === "ListTables") return json({ TableNames: [...this.tables.keys()] });
    const TableStatus = this.tables.get(TableName);
    if (TableStatus === undefined) return refused("ResourceNotFoundException", TableName);
    // A table that is being restored is ready at the second look.
    if (operation === "DescribeTable" && TableStatus === "CREATING") this.tables.set(TableName, "ACTIVE");
    if (operation === "DeleteTable") this.tables.delete(TableName);
    return json({ Table: { TableStatus } });
  }

  #logs(operation: string, { logGroupName = "", logGroupNamePattern = "" }: Record<string, string>): AwsAnswer {
    const group = `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${logGroupName}`;
    this.#need(`logs:${operation}`, operation === "DescribeLogGroups" ? `${group}*` : `${group}:*`);
    if (operation === "DescribeLogGroups") {
      const found = [...this.logGroups].filter((name) => name.includes(logGroupNamePattern));
      return json({ logGroups: found.map((name) => ({ logGroupName: name })) });
    }
    if (operation === "FilterLogEvents") return json({ events: this.#events });
    this.logGroups.delete(logGroupName);
    return ok("");
  }

  /** Every metric has the value 1 in each of two minutes. */
  #metrics(given: URLSearchParams): AwsAnswer {
    this.#need("cloudwatch:GetMetricData", "*");
    const ids = [...given].filter(([name]) => name.endsWith(".Id")).map(([, id]) => id);
    const value =
      "<Timestamps><member>t</member></Timestamps><Values><member>1.0</member><member>1.0</member></Values>";
    const results = ids.map((id) => `<member><Id>${id}</Id><Label>x</Label>${value}</member>`).join("");
    return ok(`<GetMetricDataResult><MetricDataResults>${results}</MetricDataResults></GetMetricDataResult>`);
  }

  #accountSettings({ path = "" }: AwsRequest): AwsAnswer {
    this.#need("lambda:GetAccountSettings", "*");
    const AccountLimit = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 };
    return path.includes("account-settings") ? json({ AccountLimit }) : refused("UnknownOperation", path);
  }

  #need(action: string, resource: string): void {
    this.needs.push({ action, resource });
  }
}
