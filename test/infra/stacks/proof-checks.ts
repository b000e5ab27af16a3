import { createContext, runInContext } from "node:vm";
import { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { RECORDER_CODE } from "../../../lib/cloud/recorder-code.ts";
import { tables } from "../../../lib/tables.ts";
import { nagFindings, resourcesOf, stacksOf } from "./synthesise.ts";

const PROOF = {
  stage: "prove-a1",
  keepsData: "false",
  recorder: "true",
  recorderPath: "0123456789abcdef0123456789abcdef",
  httpApiProvider: "true",
  requiredScope: "aws.cognito.signin.user.admin",
  edgeAccessLogs: "true",
  mediaBucket: "herald-media-a1",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
  mediaPrivateKeySealed: "AQICAHg=",
  mediaDeliveryUrl: "https://d1.cloudfront.net/media",
};

type Removal = { readonly Type: string; readonly DeletionPolicy?: string };
const keptIn = (template: Template): [string, Removal][] =>
  Object.entries(template.toJSON().Resources as Record<string, Removal>).filter(([, { DeletionPolicy = "Delete" }]) =>
    DeletionPolicy.startsWith("Retain"),
  );

describe("the stacks of a proof", () => {
  let templates: readonly Template[] = [];
  beforeAll(() => {
    templates = stacksOf(PROOF, ({ data, service, panel, recorder }) =>
      [data, service, panel, ...(recorder ? [recorder] : [])].map((stack) => Template.fromStack(stack)),
    );
  });

  it("keep nothing", () => {
    expect(templates).toHaveLength(4);
    expect(templates.flatMap(keptIn)).toEqual([]);
    const [data] = templates;
    for (const [id, { Properties }] of data ? resourcesOf(data, "AWS::DynamoDB::GlobalTable") : [])
      expect([id, Properties.Replicas[0].DeletionProtectionEnabled ?? false]).toEqual([id, false]);
    const [key] = data ? resourcesOf(data, "AWS::KMS::Key") : [];
    expect(key?.[1].Properties.PendingWindowInDays).toBe(7);
  });

  it("have the tag by which the take-down knows them", () => {
    const tags = stacksOf(PROOF, ({ data, service, panel, recorder }) =>
      [data, service, panel, recorder].map((stack) => {
        // The synthesis adds the tags.
        if (stack) Template.fromStack(stack);
        return stack?.tags.tagValues()["herald:proof"];
      }),
    );
    expect(tags).toEqual(["prove-a1", "prove-a1", "prove-a1", "prove-a1"]);
  });

  it("can restore, as others can", () => {
    const durable = tables.filter(({ isDurable }) => isDurable).length;
    const [data] = templates;
    const backedUp = (data ? resourcesOf(data, "AWS::DynamoDB::GlobalTable") : []).filter(
      ([, { Properties }]) => Properties.Replicas[0].PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled,
    );
    expect(backedUp).toHaveLength(durable);
  });

  it("record with a public function whose role writes its own log alone", () => {
    const recorder = templates.at(-1);
    const statements = recorder
      ? resourcesOf(recorder, "AWS::IAM::Policy").flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      : [];
    expect(statements.map(({ Action }) => Action)).toEqual([["logs:CreateLogStream", "logs:PutLogEvents"]]);
    expect(Object.keys(recorder?.findOutputs("*") ?? {}).toSorted()).toEqual(["LogGroup", "Url"]);
  });

  it("record only below a path that nobody can guess, and with few calls at once if the account allows", () => {
    const [recorder] = templates.slice(-1);
    const url = JSON.stringify(recorder?.findOutputs("Url"));
    expect(url).toContain(PROOF.recorderPath);
    const reserved = (given: object) =>
      stacksOf({ ...PROOF, ...given }, ({ recorder: stack }) =>
        (stack ? resourcesOf(Template.fromStack(stack), "AWS::Lambda::Function") : []).map(
          ([, { Properties }]) => Properties.ReservedConcurrentExecutions,
        ),
      );
    expect([reserved({}), reserved({ recorderConcurrency: "20" })]).toEqual([[undefined], [20]]);
  });

  it("pass cdk-nag", () => {
    expect(
      nagFindings(() => {}, {
        stage: "prove-a1",
        recorder: "true",
        recorderPath: PROOF.recorderPath,
        keepsData: "false",
      }).filter((one) => one.includes("recorder")),
    ).toEqual([]);
  });
});

describe("the stacks of others", () => {
  it("keep tables, buckets and the key, and record nothing", () => {
    const [recorder, kept] = stacksOf(
      {},
      ({ data, recorder: found }) => [found, keptIn(Template.fromStack(data))] as const,
    );
    expect(recorder).toBeUndefined();
    const types = new Set(kept.map(([, { Type }]) => Type));
    expect(types).toEqual(new Set(["AWS::DynamoDB::GlobalTable", "AWS::KMS::Key", "AWS::S3::Bucket"]));
  });
});

describe("the recorder's code", () => {
  it("answers 200, and writes a line with path, body, time and the headers of webhooks alone", async () => {
    const lines: string[] = [];
    const context = createContext({
      exports: {},
      Buffer,
      process: { env: { RECORDER_PATH: "own" }, stdout: { write: (line: string) => void lines.push(line) } },
    });
    const handler = runInContext(`${RECORDER_CODE}; exports.handler`, context) as (event: object) => Promise<object>;
    const event = {
      rawPath: "/own/mail",
      headers: { "webhook-id": "w1", authorization: "secret" },
      body: Buffer.from("text").toString("base64"),
      isBase64Encoded: true,
      requestContext: { timeEpoch: 7 },
    };
    expect(await handler(event)).toMatchObject({ statusCode: 200 });
    await handler({ rawPath: "/own/", requestContext: { timeEpoch: 8 } });
    for (const rawPath of ["/", "/mail", "/own", "/owner/mail", "/x/own/mail"])
      expect(await handler({ rawPath, body: "x", requestContext: { timeEpoch: 9 } })).toMatchObject({
        statusCode: 404,
      });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { recorded: 1, path: "/mail", headers: { "webhook-id": "w1" }, body: "text", atMs: 7 },
      { recorded: 1, path: "/", headers: {}, body: "", atMs: 8 },
    ]);
    expect(lines.every((line) => line.endsWith("\n"))).toBe(true);
  });
});
