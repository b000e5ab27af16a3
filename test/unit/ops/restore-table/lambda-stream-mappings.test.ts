import { describe, expect, it } from "vitest";
import type { AwsAnswer, AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { LambdaStreamMappings } from "../../../../ops/restore-table/lambda-stream-mappings.ts";
import { NotYetError } from "../../../../ops/restore-table/port.ts";

const TABLE = "herald-data-prod-ChatTable-1A";
const stream = (table: string, label = "1") =>
  `arn:aws:dynamodb:eu-central-1:123456789012:table/${table}/stream/${label}`;
const READER = "arn:aws:lambda:eu-central-1:123456789012:function:announce:live";
const SETTINGS = {
  ...{ BatchSize: 100, ParallelizationFactor: 1, TumblingWindowInSeconds: 900, MaximumBatchingWindowInSeconds: 0 },
  ...{ MaximumRecordAgeInSeconds: 72_000, MaximumRetryAttempts: 1000, BisectBatchOnFunctionError: true },
  ...{ FunctionResponseTypes: ["ReportBatchItemFailures"], FilterCriteria: { Filters: [{ Pattern: "{}" }] } },
  DestinationConfig: { OnFailure: { Destination: "arn:aws:sqs:eu-central-1:123456789012:dead" } },
};
const listed = {
  ...{ UUID: "u-1", EventSourceArn: stream(TABLE), FunctionArn: READER, State: "Enabled", ...SETTINGS },
  ...{ StartingPosition: "TRIM_HORIZON", LastModified: 1.7e9, LastProcessingResult: "OK", StateTransitionReason: "x" },
  ...{ KMSKeyArn: null, MetricsConfig: {}, SelfManagedEventSource: null },
};

/** Plays Lambda with one answer to each request, in their order. */
function lambda(...answers: readonly (Partial<AwsAnswer> & { readonly body?: unknown })[]) {
  const asked: AwsRequest[] = [];
  const left = [...answers];
  const mappings = new LambdaStreamMappings(async (request) => {
    asked.push(request);
    const { status = 200, body = {}, text = JSON.stringify(body) } = left.shift() ?? {};
    return { status, text };
  }, "eu-central-1");
  return { mappings, asked };
}
const page = (EventSourceMappings: readonly object[], NextMarker: string | null = null) => ({
  body: { EventSourceMappings, NextMarker },
});

describe("LambdaStreamMappings", () => {
  it("lists the mappings of a table's streams on all pages, with what they were created with", async () => {
    const queue = { ...listed, UUID: "q", EventSourceArn: "arn:aws:sqs:eu-central-1:123456789012:q" };
    const other = { ...listed, UUID: "o", EventSourceArn: stream(`${TABLE}2`) };
    const { EventSourceArn: _, ...kafka } = listed;
    const { mappings, asked } = lambda(page([queue, other, kafka], "a b+c"), page([listed]));
    expect(await mappings.ofTable(TABLE)).toEqual([
      { id: "u-1", stream: stream(TABLE), reader: READER, state: "Enabled", settings: SETTINGS },
    ]);
    expect(asked.map(({ path }) => path)).toEqual([
      "/2015-03-31/event-source-mappings?MaxItems=100",
      "/2015-03-31/event-source-mappings?MaxItems=100&Marker=a+b%2Bc",
    ]);
  });

  it("says of a mapping that it found nothing new", async () => {
    const { mappings } = lambda(page([{ ...listed, LastProcessingResult: "No records processed" }, listed]));
    expect((await mappings.ofTable(TABLE)).map(({ isDrained }) => isDrained)).toEqual([true, undefined]);
  });

  it("does not copy a mapping whose filters cannot be read", async () => {
    const { FilterCriteria: _, ...without } = listed;
    const FilterCriteriaError = { ErrorCode: "AccessDeniedException" };
    const { mappings } = lambda(page([{ ...without, FilterCriteriaError }]));
    await expect(mappings.ofTable(TABLE)).rejects.toThrow("the filters of the mapping u-1 cannot be read");
  });

  it("lists a mapping of another reader whose filters cannot be read, and one without a function", async () => {
    const { FunctionArn: _, ...orphan } = listed;
    const foreign = { ...listed, UUID: "u-2", FilterCriteriaError: { ErrorCode: "AccessDeniedException" } };
    const { mappings } = lambda(page([orphan, foreign]));
    expect((await mappings.ofTable(TABLE, () => false)).map(({ id, reader }) => [id, reader])).toEqual([
      ["u-1", ""],
      ["u-2", READER],
    ]);
  });

  it("finds no role of a function that is gone", async () => {
    const text = '{"Message":"Function not found"}';
    expect(await lambda({ status: 404, text }).mappings.roleOf(READER)).toBeUndefined();
  });

  it("tells a mapping that a person disabled from one that Lambda did, and creates it disabled", async () => {
    const disabled = (StateTransitionReason: string) => ({ ...listed, State: "Disabled", StateTransitionReason });
    const { mappings } = lambda(page([disabled("User initiated"), disabled("Lambda initiated"), listed]));
    expect((await mappings.ofTable(TABLE)).map(({ isStopped }) => isStopped)).toEqual([true, undefined, undefined]);
    const creating = lambda({ status: 202 });
    await creating.mappings.create({ stream: stream(TABLE), reader: READER, isStopped: true, settings: SETTINGS });
    expect(JSON.parse(creating.asked[0]?.body ?? "")).toMatchObject({ Enabled: false });
  });

  it("ends when the list has no end", async () => {
    const { mappings } = lambda(...Array.from({ length: 101 }, () => page([], "more")));
    await expect(mappings.ofTable(TABLE)).rejects.toThrow("more event source mappings than can be listed");
  });

  it("creates a mapping that begins with the oldest change", async () => {
    const { mappings, asked } = lambda({ status: 202 });
    await mappings.create({ stream: stream(TABLE, "2"), reader: READER, settings: SETTINGS });
    const [{ path, body = "", method } = { path: "" }] = asked;
    expect([path, method]).toEqual(["/2015-03-31/event-source-mappings", undefined]);
    expect(JSON.parse(body)).toEqual({
      ...SETTINGS,
      ...{ EventSourceArn: stream(TABLE, "2"), FunctionName: READER, StartingPosition: "TRIM_HORIZON", Enabled: true },
    });
  });

  it("takes a mapping that is there for created, and one that is gone for removed", async () => {
    const { mappings, asked } = lambda(
      { status: 409, text: '{"message":"already exists"}' },
      { status: 404 },
      { status: 202 },
    );
    await mappings.create({ stream: stream(TABLE), reader: READER, settings: {} });
    await mappings.remove("u-1");
    await mappings.remove("u-1");
    expect(asked[1]).toMatchObject({ path: "/2015-03-31/event-source-mappings/u-1", method: "DELETE" });
  });

  it("says what works a little later", async () => {
    const cannot =
      '{"Type":"User","message":"Cannot access stream arn. Please ensure the role can perform the GetRecords"}';
    const { mappings } = lambda({ status: 400, text: cannot }, { status: 400, text: '{"Message":"it is in use."}' });
    const create = mappings.create({ stream: stream(TABLE), reader: READER, settings: {} });
    await expect(create).rejects.toThrow(NotYetError);
    await expect(mappings.remove("u-1")).rejects.toThrow(NotYetError);
  });

  it("passes on what Lambda says of any other failure", async () => {
    const refused = { status: 403, text: '{"Message":"User is not authorized"}' };
    const { mappings } = lambda(refused, refused, refused, refused);
    const message = /^Lambda answers \w+.* with 403: User is not authorized$/;
    await expect(mappings.ofTable(TABLE)).rejects.toThrow(message);
    await expect(mappings.create({ stream: "s", reader: "r", settings: {} })).rejects.toThrow(message);
    await expect(mappings.remove("u-1")).rejects.toThrow(message);
    await expect(mappings.roleOf(READER)).rejects.toThrow(message);
  });

  it.each([
    [READER, "/2015-03-31/functions/announce/configuration?Qualifier=live"],
    [READER.replace(":live", ""), "/2015-03-31/functions/announce/configuration"],
  ])("finds the role of %s", async (reader, path) => {
    const { mappings, asked } = lambda({ body: { Role: "arn:aws:iam::123456789012:role/a/path/announce-role" } });
    expect(await mappings.roleOf(reader)).toBe("announce-role");
    expect(asked[0]?.path).toBe(path);
  });
});
