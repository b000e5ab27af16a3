import { readdirSync, readFileSync } from "node:fs";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";
import { tables } from "../../../lib/tables.ts";
import type { Capability } from "../../../shared/contract/route.ts";
import { functionIn, resourcesOf, synthesise } from "./synthesise.ts";

interface Statement {
  readonly Effect: "Allow" | "Deny";
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly Condition?: unknown;
}

interface Intrinsic {
  readonly "Fn::Join"?: [string, unknown[]];
  readonly "Fn::GetAtt"?: [string, string];
  readonly "Fn::ImportValue"?: string;
}

const many = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** `{"Fn::Join": […ContentBucketArn…, "/bodies/*"]}` -> `ContentBucket/bodies/*`, without generated parts. */
function nameOf(resource: unknown): string {
  if (typeof resource === "string") return resource;
  const { "Fn::Join": join, "Fn::GetAtt": attribute, "Fn::ImportValue": imported = "" } = resource as Intrinsic;
  if (join) return join[1].map(nameOf).join("");
  if (attribute) return attribute[0].replace(/[0-9A-F]{8}$/, "");
  const [, name] = /ExportsOutputFnGetAtt(\w+)Arn[0-9A-F]{8}$/.exec(imported) ?? [];
  if (name === undefined) throw new Error(`no known resource: ${JSON.stringify(resource)}`);
  return name;
}

const permissionsOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ Action, Resource }) =>
    many(Action).flatMap((action) => many(Resource).map((resource) => `${action} ${nameOf(resource)}`)),
  );

const on = (resource: string, ...actions: string[]) => actions.map((action) => `${action} ${resource}`);
const READ = ["dynamodb:GetItem", "dynamodb:Query"];
const WRITE = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];

/** Said a second time, on purpose: a grant that grows must be changed in two places. */
const ALLOWED: Record<Capability, string[]> = {
  "config:read": on("ConfigTable", ...READ),
  "config:write": on("ConfigTable", ...READ, ...WRITE),
  "api-keys:read": on("ApiKeysTable", ...READ),
  "api-keys:write": on("ApiKeysTable", ...READ, "dynamodb:PutItem", "dynamodb:UpdateItem"),
  "api-keys:note-use": on("ApiKeysTable", "dynamodb:UpdateItem"),
  "notifications:read": on("NotificationsTable", "dynamodb:GetItem"),
  "notifications:write": on("NotificationsTable", "dynamodb:PutItem", "dynamodb:UpdateItem"),
  "ephemeral:write": on("EphemeralTable", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"),
  "content:read": [...on("ContentBucket/bodies/*", "s3:GetObject"), ...on("ContentBucket/templates/*", "s3:GetObject")],
  "content:write": [
    ...on("ContentBucket/bodies/*", "s3:PutObject"),
    ...on("ContentBucket/templates/*", "s3:PutObject"),
  ],
  "templates:remove": on("ContentBucket/templates/*", "s3:DeleteObject"),
  "dead-letters:write": on("NotificationsTable", "dynamodb:PutItem", "dynamodb:DeleteItem"),
  "delivery-queue:send": on("DeliveryQueue", "sqs:SendMessage"),
  "secrets:seal": on("SealingKey", "kms:Encrypt"),
  "secrets:open": on("SealingKey", "kms:Decrypt"),
};

/** Allowed wildcards, each with its reason. A statement that denies may be as wide as it likes. */
const WILDCARDS: Record<string, string> = {
  "kms:* *": "A key's policy hands the account's own administration over to IAM; there, * is the key itself.",
  "s3:GetObject ContentBucket/bodies/*": "One object per notification, under one prefix.",
  "s3:PutObject ContentBucket/bodies/*": "One object per notification, under one prefix.",
  "s3:GetObject ContentBucket/templates/*": "One object per version of a template, under one prefix.",
  "s3:DeleteObject ContentBucket/templates/*": "One object per version of a template, under one prefix.",
  "s3:PutObject ContentBucket/templates/*": "One object per version of a template, under one prefix.",
};

const STORES = new URL("../../../shared/adapters/dynamo/", import.meta.url);

const byText = (a: string, b: string) => a.localeCompare(b);
const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted(byText);

describe("permissions", () => {
  let templates: { data: Template; service: Template };
  beforeAll(() => {
    templates = synthesise();
  });
  const statementsOf = (name: string): Statement[] => {
    const role: string = functionIn(templates.service, name)[1].Properties.Role["Fn::GetAtt"][0];
    return resourcesOf(templates.service, "AWS::IAM::Policy")
      .filter(([, { Properties }]) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[]);
  };
  const queueIdOf = (name: string): string => {
    const [id] = functionIn(templates.service, name);
    const mapping = resourcesOf(templates.service, "AWS::Lambda::EventSourceMapping").find(
      ([, { Properties }]) => Properties.FunctionName.Ref === id,
    );
    return nameOf(mapping?.[1].Properties.EventSourceArn);
  };
  const asksFor = ({ name, trigger, uses }: FunctionDefinition): string[] => {
    const [logId] = functionIn(templates.service, name)[1].Properties.LoggingConfig.LogGroup.Ref.split(/[0-9A-F]{8}$/);
    const receive = ["ReceiveMessage", "ChangeMessageVisibility", "GetQueueUrl", "DeleteMessage", "GetQueueAttributes"];
    const reads = uses.includes("notifications:read");
    const findsDue = reads && trigger.kind === "schedule";
    const lists = reads && trigger.kind === "routes" && trigger.group === "panel";
    return [
      ...on(logId, "logs:CreateLogStream", "logs:PutLogEvents"),
      ...uses.flatMap((capability) => ALLOWED[capability]),
      ...(trigger.kind === "queue" ? on(queueIdOf(name), ...receive.map((action) => `sqs:${action}`)) : []),
      ...(findsDue ? on("NotificationsTable/index/due", "dynamodb:Query") : []),
      ...(lists ? on("NotificationsTable/index/recent", "dynamodb:Query") : []),
      ...(lists ? on("NotificationsTable", "dynamodb:BatchGetItem") : []),
    ];
  };

  it.each(functions)("of $name are those of what it uses and of its trigger, and no more", (definition) => {
    expect(sorted(permissionsOf(statementsOf(definition.name)))).toEqual(sorted(asksFor(definition)));
  });

  it.each(functions)("of $name open and seal secrets only in the context of this service", ({ name, uses }) => {
    const sealing = statementsOf(name).filter(({ Action }) => many(Action).some((action) => action.startsWith("kms:")));
    expect(sealing).toHaveLength(uses.filter((capability) => capability.startsWith("secrets:")).length);
    for (const { Condition } of sealing) {
      expect(Condition).toEqual({ StringEquals: { "kms:EncryptionContext:service": "herald" } });
    }
  });

  const granted = () => functions.flatMap(({ name }) => permissionsOf(statementsOf(name)));
  const indexes = tables.flatMap(({ name: table, indexes: all = [] }) => all.map(({ name }) => ({ table, name })));

  it.each(indexes)("let somebody query the index $name of $table", ({ table, name }) => {
    expect(granted()).toContain(`dynamodb:Query ${table}Table/index/${name}`);
  });

  it("cover every call that the stores make", () => {
    // Erasing an owner is an operator's command, run with the operator's own permissions.
    const files = readdirSync(STORES).filter((file) => file !== "owner-eraser.ts");
    const sources = files.map((file) => readFileSync(new URL(file, STORES), "utf8"));
    const calls = sources.flatMap((text) =>
      [...text.matchAll(/new (BatchGet|BatchWrite|Delete|Get|Put|Query|Scan|Update)Command/g)].map(
        ([, call = ""]) => call,
      ),
    );
    // In a batch and alone, items are got, put and so on; only a batch is spelled differently.
    const needed = calls.map((call) => `dynamodb:${call}${call === "Query" || call === "Scan" ? "" : "Item"}`);
    const actions = granted().map((permission) => permission.split(" ")[0]);
    expect(calls).not.toEqual([]);
    expect(sorted(needed).filter((action) => !actions.includes(action))).toEqual([]);
  });

  it("hold no wildcard without a written reason, in whatever kind of policy", () => {
    const documents = Object.values(templates).flatMap((template) => [
      ...resourcesOf(template, "AWS::IAM::Policy").map(([, { Properties }]) => Properties.PolicyDocument),
      ...resourcesOf(template, "AWS::SQS::QueuePolicy").map(([, { Properties }]) => Properties.PolicyDocument),
      ...resourcesOf(template, "AWS::S3::BucketPolicy").map(([, { Properties }]) => Properties.PolicyDocument),
      ...resourcesOf(template, "AWS::KMS::Key").map(([, { Properties }]) => Properties.KeyPolicy),
    ]);
    const allowing = documents
      .flatMap(({ Statement }) => Statement as Statement[])
      .filter(({ Effect }) => Effect === "Allow");
    const wide = permissionsOf(allowing).filter((permission) => permission.includes("*"));
    expect(sorted(wide)).toEqual(sorted(Object.keys(WILDCARDS)));
  });

  it("come from nowhere else: no managed policy, no policy inside of a role, one role per function", () => {
    const roles = resourcesOf(templates.service, "AWS::IAM::Role");
    expect(roles).toHaveLength(functions.length);
    for (const [, { Properties }] of roles) {
      expect(Object.keys(Properties).toSorted(byText)).toEqual(["AssumeRolePolicyDocument", "Tags"]);
    }
  });
});
