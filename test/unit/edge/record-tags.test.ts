import { describe, expect, it } from "vitest";
import * as z from "zod";
import { IF_MATCH } from "../../../shared/edge/contract/entity-tag.ts";
import { IDEMPOTENCY_KEY } from "../../../shared/edge/contract/idempotent.ts";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { type OperationRequest, operation } from "../../../shared/edge/operation.ts";
import { tagged } from "../../../shared/edge/tagged.ts";
import { refuseOtherRevision } from "../../../shared/kernel/revision.ts";
import { aContext, anEvent, type EventChanges } from "../../support/an-event.ts";
import { API_KEY, someEdgeServices } from "../../support/some-edge-services.ts";

const common = {
  group: "notifications",
  summary: "",
  refusals: [],
  uses: [],
  impact: "",
  operationId: "createNotification",
  path: "/api/v1/things",
  auth: ["api-key"],
  body: z.strictObject({ name: z.string() }),
} as const;
const view = z.strictObject({ name: z.string() });
const replace = route({
  ...common,
  method: "PUT",
  headers: IF_MATCH,
  success: { status: 200, schema: view, hasTag: true },
});
const create = route({
  ...common,
  method: "POST",
  headers: IDEMPOTENCY_KEY,
  success: { status: 201, schema: view, hasTag: true },
});

type Asked = OperationRequest<z.output<typeof common.body>>;

/** Creates a record whose present revision is `now`. */
async function setUp(thing: typeof replace | typeof create, run: (asked: Asked) => Promise<unknown> = answered) {
  const frame = await someEdgeServices();
  const handler = httpFunction(
    () => frame,
    [
      operation(
        thing,
        async (_deps, asked) => (await run(asked)) as ReturnType<typeof tagged<{ name: string }>>,
        () => 0,
      ),
    ],
  );
  return (headers: Record<string, string> = {}, changes: EventChanges = {}) =>
    handler(
      anEvent(thing, {
        body: { name: "x" },
        headers: { authorization: `Bearer ${API_KEY}`, ...headers },
        ...changes,
      }),
      aContext,
    );
}

const answered = async ({ body, expected }: Asked) => {
  refuseOtherRevision(expected, "now");
  return tagged(body, "now");
};

describe("records with an ETag (D50)", () => {
  it("answers the ETag beside the record, also where nothing is expected", async () => {
    const put = await setUp(replace);
    for (const headers of [{}, { "if-match": '"now"' }, { "if-match": "*" }, { "if-match": '"before", "now"' }])
      expect(await put(headers)).toMatchObject({ statusCode: 200, headers: { etag: '"now"' }, body: '{"name":"x"}' });
  });

  it.each(['"before"', 'W/"now"', '"NOW"'])("refuses %s with 412 and the present ETag", async (tag) => {
    const put = await setUp(replace);
    expect(await put({ "if-match": tag })).toMatchObject({
      statusCode: 412,
      headers: { etag: '"now"', "content-type": "application/json" },
      body: '{"error":"changed meanwhile","code":"version_conflict"}',
    });
  });

  it("refuses a malformed If-Match with 400 and runs nothing", async () => {
    let ran = 0;
    const put = await setUp(replace, async (asked) => {
      ran++;
      return answered(asked);
    });
    const { statusCode, body = "" } = await put({ "if-match": "now" });
    expect([statusCode, JSON.parse(body).code, ran]).toEqual([400, "invalid_request", 0]);
  });

  it("does not read If-Match where a route takes none", async () => {
    const post = await setUp(create);
    expect(await post({ "if-match": "now" })).toMatchObject({ statusCode: 201, headers: { etag: '"now"' } });
  });

  it("repeats the ETag with the answer that an idempotency key keeps", async () => {
    const post = await setUp(create);
    const first = await post({ "idempotency-key": "a" });
    const again = await post({ "idempotency-key": "a" });
    expect(again.headers).toMatchObject({ etag: first.headers?.etag, "idempotency-replayed": "true" });
    expect(again.body).toBe(first.body);
  });

  it("answers no record without the ETag that its contract promises", async () => {
    const put = await setUp(replace, async ({ body }) => body);
    expect((await put()).statusCode).toBe(500);
  });
});
