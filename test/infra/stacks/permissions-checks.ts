import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { pascalCase } from "../../../lib/cloud/pascal-case.ts";
import { type FunctionDefinition, functions, type StreamTrigger } from "../../../lib/functions.ts";
import { tables } from "../../../lib/tables.ts";
import type { Capability } from "../../../shared/edge/contract/route.ts";
import { tableAdapters } from "../../support/table-adapters.ts";
import { ELSEWHERE, functionIn, resourcesOf, synthesise } from "./synthesise.ts";

interface Statement {
  readonly Effect: "Allow" | "Deny";
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly Condition?: unknown;
}

interface Intrinsic {
  readonly "Fn::Join"?: [string, unknown[]];
  readonly "Fn::GetAtt"?: [string, string];
  readonly "Fn::GetStackOutput"?: { readonly OutputName: string };
  readonly Ref?: string;
}

const many = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Turns `{"Fn::Join": […ContentBucketArn…, "/bodies/*"]}` into `ContentBucket/bodies/*`, without generated parts. */
function nameOf(resource: unknown): string {
  if (typeof resource === "string") return resource;
  const { "Fn::Join": join, "Fn::GetAtt": attribute, "Fn::GetStackOutput": read, Ref } = resource as Intrinsic;
  if (Ref?.startsWith("AWS::")) return Ref.slice("AWS::".length);
  if (join) return join[1].map(nameOf).join("");
  if (attribute) return attribute[0].replace(/[0-9A-F]{8}$/, "");
  const [, name] = /PublishOutputFnGetAtt(\w+)Arn[0-9A-F]{8}$/.exec(read?.OutputName ?? "") ?? [];
  if (name === undefined) throw new Error(`no known resource: ${JSON.stringify(resource)}`);
  return name;
}

const permissionsOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ Action, Resource }) =>
    many(Action).flatMap((action) => many(Resource).map((resource) => `${action} ${nameOf(resource)}`)),
  );

const on = (resource: string, ...actions: string[]) => actions.map((action) => `${action} ${resource}`);
const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const WRITE = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];

const CHAT_BUSINESS = "arn:Partition:social-messaging:*:AccountId:waba/*";
const CHAT_NUMBER = "arn:Partition:social-messaging:*:AccountId:phone-number-id/*";

/** This list repeats the grants on purpose, so that a grant that grows must be changed in two places. */
const ALLOWED: Record<Capability, string[]> = {
  "config:read": on("ConfigTable", ...READ),
  "config:write": on("ConfigTable", ...READ, ...WRITE),
  "test-mode:use": on("ConfigTable", ...READ, "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:ConditionCheckItem"),
  "sandbox:read": on("EventsTable", "dynamodb:GetItem", "dynamodb:Query"),
  "sandbox:write": on(
    "EventsTable",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  ),
  "sandbox:clear": on("EventsTable", "dynamodb:BatchWriteItem"),
  "sandbox-sources:read": on("ContentBucket/sandbox/*", "s3:GetObject"),
  "sandbox-sources:keep": on("ContentBucket/sandbox/*", "s3:PutObject"),
  "sandbox-queue:send": on("SandboxQueue", "sqs:SendMessage"),
  "activity:append": on("EventsTable", "dynamodb:PutItem"),
  "activity:read": on("EventsTable", "dynamodb:Query"),
  "api-keys:read": on("ApiKeysTable", ...READ),
  "api-keys:write": on("ApiKeysTable", ...READ, "dynamodb:PutItem", "dynamodb:UpdateItem"),
  "api-keys:note-use": on("ApiKeysTable", "dynamodb:UpdateItem"),
  "notifications:read": on("NotificationsTable", "dynamodb:GetItem", "dynamodb:BatchGetItem"),
  "notifications:read-many": on("NotificationsTable", "dynamodb:BatchGetItem"),
  "notifications:add": on("NotificationsTable", "dynamodb:PutItem", "dynamodb:BatchWriteItem"),
  "notifications:write": on("NotificationsTable", "dynamodb:UpdateItem"),
  "provider-references:write": on("NotificationsTable", "dynamodb:PutItem"),
  "events:read": on("EventsTable", "dynamodb:Query"),
  "events:append": on("EventsTable", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"),
  "alerts:raise": on("EventsTable", "dynamodb:PutItem"),
  "alerts:send": on("EventsTable", "dynamodb:Query", "dynamodb:DeleteItem"),
  "statistics:read": on("EventsTable", "dynamodb:Query"),
  "statistics:count": on("EventsTable", "dynamodb:UpdateItem"),
  "webhooks:list": on("WebhooksTable/index/recent", "dynamodb:Query"),
  "webhooks:write": on("WebhooksTable", ...READ, ...WRITE),
  "webhooks:erase": on("WebhooksTable", "dynamodb:BatchWriteItem"),
  "webhooks:list-due": on("WebhooksTable/index/due", "dynamodb:Query"),
  "webhooks:postpone": on("WebhooksTable", "dynamodb:UpdateItem"),
  "webhook-queue:send": on("WebhooksQueue", "sqs:SendMessage"),
  "unannounced-changes:send": on("AnnounceAndCountDestinationDeadLetters", "sqs:SendMessage"),
  "sending-accounts:note-health": on("ConfigTable", "dynamodb:UpdateItem"),
  "link-keys:make": on("ConfigTable", "dynamodb:PutItem"),
  "suppressions:add": on("ConfigTable", "dynamodb:PutItem", "dynamodb:UpdateItem"),
  "chat:read": on("ChatTable", ...READ),
  "chat:list": on("ChatTable/index/recent", "dynamodb:Query"),
  "chat:list-waiting": on("ChatTable/index/waiting", "dynamodb:Query"),
  "chat:remove": on("ChatTable", "dynamodb:DeleteItem"),
  "chat:write": on("ChatTable", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"),
  "ephemeral:take": on("EphemeralTable", "dynamodb:UpdateItem"),
  "ephemeral:write": on(
    "EphemeralTable",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  ),
  "content:read": [
    ...on("ContentBucket/bodies/*", "s3:GetObject"),
    ...on("ContentBucket/later/*", "s3:GetObject"),
    ...on("ContentBucket/templates/*", "s3:GetObject"),
  ],
  "content:write": [
    ...on("ContentBucket/bodies/*", "s3:PutObject"),
    ...on("ContentBucket/later/*", "s3:PutObject"),
    ...on("ContentBucket/templates/*", "s3:PutObject"),
  ],
  "templates:remove": on("ContentBucket/templates/*", "s3:DeleteObject"),
  "uploads:write": on("ContentBucket/uploads/*", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"),
  "attachments:read": ["uploads", "attachments", "attachments-later"].flatMap((prefix) =>
    on(`ContentBucket/${prefix}/*`, "s3:GetObject"),
  ),
  "attachments:miss": on("ContentBucket", "s3:ListBucket"),
  "attachments:keep": ["attachments", "attachments-later"].flatMap((prefix) =>
    on(`ContentBucket/${prefix}/*`, "s3:PutObject"),
  ),
  // These settings name no domain to which mails come back.
  "returned-mail:read": [],
  "dead-letters:write": on("NotificationsTable", "dynamodb:PutItem", "dynamodb:DeleteItem"),
  // The issuer of these settings is no user pool.
  "people:list": [],
  "chat-provider:accounts": [
    ...on(
      CHAT_BUSINESS,
      "social-messaging:GetLinkedWhatsAppBusinessAccount",
      "social-messaging:GetLinkedWhatsAppBusinessAccountPhoneNumber",
    ),
    ...on(
      CHAT_NUMBER,
      "social-messaging:GetLinkedWhatsAppBusinessAccount",
      "social-messaging:GetLinkedWhatsAppBusinessAccountPhoneNumber",
    ),
  ],
  "chat-provider:read-template": on(CHAT_BUSINESS, "social-messaging:GetWhatsAppMessageTemplate"),
  "chat-provider:list-templates": on(CHAT_BUSINESS, "social-messaging:ListWhatsAppMessageTemplates"),
  "chat-provider:create-template": on(CHAT_BUSINESS, "social-messaging:CreateWhatsAppMessageTemplate"),
  "chat-provider:remove-template": on(CHAT_BUSINESS, "social-messaging:DeleteWhatsAppMessageTemplate"),
  "chat-provider:send": on(CHAT_NUMBER, "social-messaging:SendWhatsAppMessage"),
  "delivery-queue:send": on("DeliveryQueue", "sqs:SendMessage"),
  "inbound-message-queue:send": on("InboundMessagesQueue", "sqs:SendMessage"),
  "chat-event-queue:send": on("ChatEventsQueue", "sqs:SendMessage"),
  "returned-mail-queue:send": on("ReturnedMailQueue", "sqs:SendMessage"),
  // Without a bucket for media there are no grants on media; `media-checks.ts` checks those.
  "media:write": [],
  "media:retrieve": [],
  "media:list": [],
  "media-key:open": [],
  "media-queue:send": on("MediaQueue", "sqs:SendMessage"),
  "provider-media:post": [CHAT_BUSINESS, CHAT_NUMBER].flatMap((target) =>
    on(
      target,
      "social-messaging:PostWhatsAppMessageMedia",
      "social-messaging:DeleteWhatsAppMessageMedia",
      "social-messaging:CreateWhatsAppMessageTemplateMedia",
    ),
  ),
  "provider-media:get": on(CHAT_NUMBER, "social-messaging:GetWhatsAppMessageMedia"),
  "reserved-secrets:seal": on("SealingKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:Decrypt"),
  "reserved-secrets:open": on("SealingKey", "kms:Decrypt"),
  "secrets:seal": on("SealingKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:Decrypt"),
  "secrets:open": on("SealingKey", "kms:Decrypt"),
};

const ANY_LINKED =
  "Business accounts and numbers are linked while the service runs, in any region; the chat accounts say which are used.";

/** These wildcards are allowed for the given reasons. A statement that denies may be as wide as it likes. */
const WILDCARDS: Record<string, string> = {
  "dynamodb:ListStreams *":
    "Lambda asks for it when it makes a mapping; it takes no resource, and shows nothing but names.",
  "s3:GetObject PanelBucket/*": "The panel's public files, for the one distribution that serves them.",
  "kms:* *": "A key's policy hands the account's own administration over to IAM; there, * is the key itself.",
  "s3:GetObject ContentBucket/bodies/*": "One object per notification, under one prefix.",
  "s3:PutObject ContentBucket/bodies/*": "One object per notification, under one prefix.",
  "s3:GetObject ContentBucket/later/*": "One object per notification, under one prefix.",
  "s3:PutObject ContentBucket/later/*": "One object per notification, under one prefix.",
  "s3:GetObject ContentBucket/sandbox/*": "One object per mail of test mode, under one prefix.",
  "s3:PutObject ContentBucket/sandbox/*": "One object per mail of test mode, under one prefix.",
  "s3:GetObject ContentBucket/templates/*": "One object per version of a template, under one prefix.",
  "s3:DeleteObject ContentBucket/templates/*": "One object per version of a template, under one prefix.",
  "s3:PutObject ContentBucket/templates/*": "One object per version of a template, under one prefix.",
};

for (const capability of ["attachments:read", "attachments:keep"] as const) {
  for (const permission of ALLOWED[capability])
    WILDCARDS[permission] = "One object per file of an owner, under one prefix.";
}

for (const capability of [
  "chat-provider:accounts",
  "chat-provider:read-template",
  "chat-provider:list-templates",
  "chat-provider:create-template",
  "chat-provider:remove-template",
  "chat-provider:send",
  "provider-media:get",
] as const) {
  for (const permission of ALLOWED[capability]) WILDCARDS[permission] = ANY_LINKED;
}

const byText = (a: string, b: string) => a.localeCompare(b);
const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted(byText);

describe("permissions", () => {
  let templates: { data: Template; service: Template };
  beforeAll(() => {
    templates = synthesise(ELSEWHERE);
  });
  const statementsOf = (name: string, { service } = templates): Statement[] => {
    const role: string = functionIn(service, name)[1].Properties.Role["Fn::GetAtt"][0];
    return resourcesOf(service, "AWS::IAM::Policy")
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
  const readsStreams = (name: string, { tables: read }: StreamTrigger): string[] => [
    ...read.flatMap(({ name: table }) =>
      on(
        `${table}TableStream`,
        ...["DescribeStream", "GetRecords", "GetShardIterator"].map((one) => `dynamodb:${one}`),
      ),
    ),
    "dynamodb:ListStreams *",
    ...on(
      `${pascalCase(name)}DestinationDeadLetters`,
      ...["sqs:SendMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl"],
    ),
  ];
  const asksFor = ({ name, trigger, uses }: FunctionDefinition): string[] => {
    const [logId] = functionIn(templates.service, name)[1].Properties.LoggingConfig.LogGroup.Ref.split(/[0-9A-F]{8}$/);
    const receive = ["ReceiveMessage", "ChangeMessageVisibility", "GetQueueUrl", "DeleteMessage", "GetQueueAttributes"];
    const reads = uses.includes("notifications:read");
    const findsDue = name === "sweep" || name === "apply-sandbox-effects";
    const findsWaiting = reads && trigger.kind === "queue" && trigger.queue === "delivery";
    const lists = reads && trigger.kind === "routes" && ["panel", "notifications"].includes(trigger.group);
    return [
      ...on(logId, "logs:CreateLogStream", "logs:PutLogEvents"),
      ...uses.flatMap((capability) => ALLOWED[capability]),
      ...(trigger.kind === "queue" ? on(queueIdOf(name), ...receive.map((action) => `sqs:${action}`)) : []),
      ...(trigger.kind === "stream" ? readsStreams(name, trigger) : []),
      ...(findsDue ? on("NotificationsTable/index/due", "dynamodb:Query") : []),
      ...(findsWaiting ? on("NotificationsTable/index/waiting", "dynamodb:Query") : []),
      ...(lists ? on("NotificationsTable", "dynamodb:Query") : []),
      ...(lists ? on("NotificationsTable/index/unsent", "dynamodb:Query") : []),
      ...(["email-events", "receive-returned-mail"].includes(name)
        ? on("NotificationsTable/index/mail", "dynamodb:Query")
        : []),
    ];
  };

  it.each(functions)("of $name are those of what it uses and of its trigger, and no more", (definition) => {
    expect(sorted(permissionsOf(statementsOf(definition.name)))).toEqual(sorted(asksFor(definition)));
  });

  it("let one function list the people of the user pool that is the issuer", () => {
    const oidcIssuer = "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE";
    const others = synthesise({ ...ELSEWHERE, oidcIssuer });
    const listing = functions.flatMap(({ name }) =>
      permissionsOf(statementsOf(name, others)).flatMap((one) => (one.startsWith("cognito-idp:") ? [[name, one]] : [])),
    );
    const pool = "arn:Partition:cognito-idp:eu-central-1:AccountId:userpool/eu-central-1_EXAMPLE";
    expect(listing).toEqual([["admin", `cognito-idp:ListUsers ${pool}`]]);
  });

  /** An earlier version granted these permissions, although no path through the function's code uses them. */
  const NEVER_CALLED: readonly [name: string, permission: RegExp][] = [
    ["docs", /EphemeralTable/],
    ["chat-events", /EphemeralTable/],
    ["email-events", /EphemeralTable/],
    ["system", /(?:PutItem|DeleteItem) EphemeralTable/],
    ["events", /(?:PutItem|DeleteItem) EphemeralTable/],
    ["conversation-media", /(?:PutItem|DeleteItem) EphemeralTable/],
    ["deliver-notification", /(?:PutItem|DeleteItem) EphemeralTable/],
    ["apply-chat-event", /:(?:Create|Delete|List)WhatsAppMessageTemplate/],
    ["reconcile-chat-templates", /:CreateWhatsAppMessageTemplate/],
    ["chat-templates", /:ListWhatsAppMessageTemplates/],
    ["conversations", /UpdateItem NotificationsTable/],
    ["deliver-notification", /BatchWriteItem|Query NotificationsTable$/],
    ["conversation-media", /Query NotificationsTable/],
  ];

  it.each(NEVER_CALLED)("of %s leave out what its code never calls: %s", (name, permission) => {
    expect(permissionsOf(statementsOf(name)).filter((one) => permission.test(one))).toEqual([]);
  });

  it("let an index be queried, and nothing else be done with it", () => {
    const onIndexes = granted().filter((permission) => permission.includes("/index/"));
    expect(onIndexes.filter((permission) => !permission.startsWith("dynamodb:Query "))).toEqual([]);
  });

  it.each(functions)("let test mode in $name touch the partitions of hidden owners alone (D48a)", ({ name, uses }) => {
    const limited = statementsOf(name).filter(({ Condition }) =>
      JSON.stringify(Condition ?? "").includes("LeadingKeys"),
    );
    const keys = (...partitions: string[]) => ({
      Effect: "Allow",
      Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions } },
    });
    const wanted = uses.flatMap((capability) => {
      if (capability === "test-mode:use") return [keys("O#hrld_test:*", "TESTS")];
      return /^sandbox:/.test(capability) ? [keys("SANDBOX#hrld_test:*")] : [];
    });
    const given = limited.map(({ Effect, Condition }) => JSON.stringify({ Effect, Condition }));
    expect(sorted(given)).toEqual(sorted(wanted.map((one) => JSON.stringify(one))));
    // The condition also holds for calls that name no partition, and a scan is such a call.
    const known = /^dynamodb:(?:(?:Get|BatchGet|Put|Update|Delete|BatchWrite|ConditionCheck)Item|Query)$/;
    expect(limited.flatMap(({ Action }) => many(Action)).filter((action) => !known.test(action))).toEqual([]);
  });

  const withPurpose = (purpose: string) => ({
    StringEquals: { "kms:EncryptionContext:service": "herald", "kms:EncryptionContext:purpose": purpose },
  });
  const conditionsOfKey = (name: string) =>
    statementsOf(name)
      .filter(({ Action }) => many(Action).some((action) => action.startsWith("kms:")))
      .map(({ Condition }) => JSON.stringify(Condition));

  it.each(functions)("of $name open and make data keys only of this service and of its purpose", ({ name, uses }) => {
    const wanted = uses.flatMap((capability) => {
      if (capability.startsWith("secrets:")) return [withPurpose("account-secrets")];
      return capability.startsWith("reserved-secrets:") ? [withPurpose("request-secrets")] : [];
    });
    expect(sorted(conditionsOfKey(name))).toEqual(sorted(wanted.map((condition) => JSON.stringify(condition))));
  });

  it("let the panel, which makes keys, open no secret of an account or a webhook", () => {
    expect(sorted(conditionsOfKey("panel"))).toEqual([JSON.stringify(withPurpose("request-secrets"))]);
  });

  it.each(functions)("let $name read its data keys, and store the first one where it seals", ({ name, uses }) => {
    const actions = permissionsOf(statementsOf(name));
    const needed = [
      ...(uses.some((one) => one.startsWith("secrets:")) ? on("ConfigTable", "dynamodb:GetItem") : []),
      ...(uses.includes("secrets:seal") ? on("ConfigTable", "dynamodb:PutItem") : []),
      ...(uses.some((one) => one.startsWith("reserved-secrets:"))
        ? on("EphemeralTable", "dynamodb:GetItem", "dynamodb:PutItem")
        : []),
    ];
    expect(actions).toEqual(expect.arrayContaining(needed));
  });

  const granted = () => functions.flatMap(({ name }) => permissionsOf(statementsOf(name)));
  const indexes = tables.flatMap(({ name: table, indexes: all = [] }) => all.map(({ name }) => ({ table, name })));

  it.each(indexes)("let somebody query the index $name of $table", ({ table, name }) => {
    const ofTable = granted().filter((permission) => new RegExp(` ${table}Table(?:/|$)`).test(permission));
    // A table that no function uses has no index that a grant could omit.
    if (ofTable.length > 0) expect(ofTable).toContain(`dynamodb:Query ${table}Table/index/${name}`);
    else expect(functions.flatMap(({ uses }) => uses).join(" ")).not.toContain(table.toLowerCase());
  });

  it("cover every call that the stores make", () => {
    const calls = tableAdapters().flatMap((text) =>
      [...text.matchAll(/new (BatchGet|BatchWrite|Delete|Get|Put|Query|Scan|Update)Command/g)].map(
        ([, call = ""]) => call,
      ),
    );
    // Calls for one item and for a batch have the same verbs; only the names of batches differ.
    const needed = calls.map((call) => `dynamodb:${call}${call === "Query" || call === "Scan" ? "" : "Item"}`);
    const actions = granted().map((permission) => permission.split(" ")[0]);
    expect(calls).not.toEqual([]);
    expect(sorted(needed).filter((action) => !actions.includes(action))).toEqual([]);
  });

  it("hold no wildcard without a written reason, in whatever kind of policy", () => {
    // The only function of the panel is the CDK's own.
    const documents = [templates.data, templates.service].flatMap((template) => [
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
