import { describe, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { rawOperation } from "../../../shared/edge/operation.ts";
import { HEADERS_BYTES, MAX_PAYLOAD_BYTES, payloadBytes } from "../../../shared/kernel/answer-size.ts";
import { aContext, anEvent, FUNCTION_NAME } from "../../support/an-event.ts";
import { someEdgeServices } from "../../support/some-edge-services.ts";

const LIST = route({
  group: "notifications",
  operationId: "listThings",
  summary: "",
  method: "GET",
  path: "/things",
  auth: [],
  success: { status: 200, schema: z.string() },
  refusals: [],
  uses: [],
  impact: "",
});
const answerOf = (bytes: number) => {
  const statusCode = 200;
  return { statusCode, body: "x".repeat(bytes - payloadBytes({ statusCode, body: "" })) };
};

async function asked(bytes: number) {
  const services = await someEdgeServices();
  const list = rawOperation(
    LIST,
    async () => answerOf(bytes),
    () => undefined,
  );
  const handler = httpFunction(() => services, [list]);
  return { answer: await handler(anEvent(LIST), aContext), failures: services.metrics.failures };
}

describe("an answer of a size", () => {
  const most = MAX_PAYLOAD_BYTES - HEADERS_BYTES;

  it("that Lambda passes on, together with its headers, is the answer", async () => {
    const { answer, failures } = await asked(most);
    expect(answer.statusCode).toBe(200);
    expect(payloadBytes(answer)).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
    expect(failures).toEqual([]);
  });

  it("that Lambda would not pass on is a bug of ours: 500, and the alarm hears of it", async () => {
    const { answer, failures } = await asked(most + 1);
    expect(answer).toMatchObject({ statusCode: 500, body: '{"error":"internal error","code":"internal_error"}' });
    expect(failures).toEqual([["server_errors", FUNCTION_NAME]]);
  });
});
