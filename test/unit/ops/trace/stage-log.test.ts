import { describe, expect, it } from "vitest";
import type { AwsAnswer, AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { findTrace } from "../../../../ops/trace/find-trace.ts";
import { shownTrace } from "../../../../ops/trace/shown-trace.ts";
import { stageLog } from "../../../../ops/trace/stage-log.ts";
import { startOfSearch } from "../../../../ops/trace/start-of-search.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const ID = "019a0000-0000-7000-8000-000000000001";
const line = (at: string, message: string, more: object = {}) =>
  JSON.stringify({ level: "INFO", message, service: "herald", timestamp: at, function: "notifications", ...more });

const LINES = [
  line("2026-11-22T10:00:02.000Z", "notification.attempted", { traceId: TRACE, id: ID, to: "sent" }),
  line("2026-11-22T10:00:01.000Z", "http.request", { traceId: TRACE, status: 202 }),
  line("2026-11-22T10:00:03.000Z", "chat_event.applied", { traceId: "f".repeat(32), applied: 1 }),
  "START RequestId: x",
];
const GROUPS = `<ListStackResourcesResponse><StackResourceSummaries>
<member><ResourceType>AWS::Logs::LogGroup</ResourceType><PhysicalResourceId>one</PhysicalResourceId></member>
<member><ResourceType>AWS::SQS::Queue</ResourceType><PhysicalResourceId>queue</PhysicalResourceId></member>
</StackResourceSummaries>`;
const SECOND = GROUPS.replace("one", "two");

const refusal = (type: string, message: string): AwsAnswer => ({
  status: 400,
  text: JSON.stringify({ __type: type, message }),
});

/** Plays CloudWatch Logs with these lines. `answers` come first, one for each call of the operation. */
function account(answers: Partial<Record<string, AwsAnswer[]>> = {}, status = "Complete") {
  const calls: { operation: string; body: Record<string, unknown> }[] = [];
  const queries = new Map<string, string>();
  const good = (operation: string, body: Record<string, unknown>): unknown => {
    if (operation === "StartQuery") {
      queries.set(String(queries.size), String(body.queryString));
      return { queryId: String(queries.size - 1) };
    }
    const wanted = [...(queries.get(String(body.queryId)) ?? "").matchAll(/like "([^"]+)"/g)].map(
      ([, text = ""]) => text,
    );
    const found = LINES.filter((text) => wanted.some((one) => text.includes(one)));
    return {
      status,
      results: found.map((value) => [
        { field: "@message", value },
        { field: "@ptr", value: "p" },
      ]),
    };
  };
  const aws = async ({ service, headers = {}, body = "" }: AwsRequest): Promise<AwsAnswer> => {
    if (service === "cloudformation") {
      const asked = Object.fromEntries(new URLSearchParams(body));
      calls.push({ operation: "ListStackResources", body: asked });
      const [first] = answers.ListStackResources?.splice(0, 1) ?? [];
      return first ?? { status: 200, text: asked.NextToken ? SECOND : `${GROUPS}<NextToken>more</NextToken>` };
    }
    const operation = headers["x-amz-target"]?.split(".")[1] ?? "";
    const parameters = JSON.parse(body) as Record<string, unknown>;
    calls.push({ operation, body: parameters });
    const [first] = answers[operation]?.splice(0, 1) ?? [];
    return first ?? { status: 200, text: JSON.stringify(good(operation, parameters)) };
  };
  const options = {
    stack: "herald-service-prod",
    region: "eu-central-1",
    sinceMs: 60_000,
    now: () => 120_000,
    pauseMs: 0,
  };
  return { source: stageLog(aws, options), calls };
}

describe("the trace of a notification at a stage", () => {
  it("is every line of its request and of what came of it, in the order of time", async () => {
    const { source, calls } = account();
    const found = await findTrace(source, ID);
    expect(found.map(({ event, traceId }) => [event, traceId])).toEqual([
      ["http.request", TRACE],
      ["notification.attempted", TRACE],
    ]);
    const [started] = calls.filter(({ operation }) => operation === "StartQuery");
    expect(started?.body).toMatchObject({ logGroupNames: ["one", "two"], startTime: 60, endTime: 120 });
    const [first] = found;
    const next = { ...first, at: "2026-11-23T00:00:01.000Z" } as (typeof found)[number];
    const days = shownTrace([...found, next])
      .split("\n")
      .filter((row) => /^2026-/.test(row));
    expect(days).toEqual([expect.stringMatching(/^2026-11-22 {2}trace/), "2026-11-23"]);
    expect(shownTrace(found).split("\n")).toEqual([
      `2026-11-22  trace ${TRACE}`,
      "10:00:01.000Z  notifications  http.request            status=202",
      `10:00:02.000Z  notifications  notification.attempted  id=${ID} to=sent`,
    ]);
  });

  it("is empty for an id that stands in no line", async () => {
    expect(await findTrace(account().source, "019a0000-0000-7000-8000-00000000dead")).toEqual([]);
  });

  it("is found in spite of throttling, which is waited out", async () => {
    const busy = () => refusal("ThrottlingException", "Rate exceeded");
    const { source, calls } = account({
      ListStackResources: [busy()],
      StartQuery: [busy(), busy()],
      GetQueryResults: [busy()],
    });
    expect(await findTrace(source, ID)).toHaveLength(2);
    expect(calls.filter(({ operation }) => operation === "StartQuery")).toHaveLength(4);
  });

  it("is given up when throttling does not end", async () => {
    const busy = Array.from({ length: 5 }, () => refusal("LimitExceededException", "too many queries"));
    const { source, calls } = account({ StartQuery: busy });
    await expect(findTrace(source, ID)).rejects.toThrow("AWS says: too many queries");
    expect(calls.filter(({ operation }) => operation === "StartQuery")).toHaveLength(5);
  });

  it("is refused in AWS's own words, at once", async () => {
    const denied = refusal("AccessDeniedException", "not authorized to perform: logs:StartQuery");
    const { source, calls } = account({ StartQuery: [denied] });
    await expect(findTrace(source, ID)).rejects.toThrow("AWS says: not authorized to perform: logs:StartQuery");
    expect(calls.filter(({ operation }) => operation === "StartQuery")).toHaveLength(1);
  });

  it("stops a query that never ends", async () => {
    const { source, calls } = account({}, "Running");
    await expect(findTrace(source, ID)).rejects.toThrow("does not end");
    expect(calls.filter(({ operation }) => operation === "GetQueryResults")).toHaveLength(60);
    expect(calls.at(-1)).toEqual({ operation: "StopQuery", body: { queryId: "0" } });
  });

  it("says that a query failed, and that a stack has no logs", async () => {
    await expect(findTrace(account({}, "Failed").source, ID)).rejects.toThrow("ended: Failed");
    const empty = { status: 200, text: "<ListStackResourcesResponse/>" };
    await expect(findTrace(account({ ListStackResources: [empty] }).source, ID)).rejects.toThrow("has no logs");
  });
});

describe("startOfSearch()", () => {
  const nowMs = Date.parse("2026-11-22T10:00:00Z");
  const made = nowMs - 3_600_000;
  const text = made.toString(16).padStart(12, "0");
  const v7 = `${text.slice(0, 8)}-${text.slice(8)}-7000-8000-000000000001`;

  it.each([
    ["an id with a time", v7, undefined, made - 60_000],
    ["an id with a time, and days", v7, 3, nowMs - 3 * 86_400_000],
    ["an id without one", TRACE, undefined, nowMs - 86_400_000],
    ["an id of the future", "ffffffff-ffff-7000-8000-000000000001", undefined, nowMs - 86_400_000],
  ])("is right for %s", (_what, id, days, expected) => {
    expect(startOfSearch(id, { days, nowMs })).toBe(expected);
  });
});
