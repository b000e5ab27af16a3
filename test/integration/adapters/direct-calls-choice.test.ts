import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, onTestFinished, vi } from "vitest";

/** Starts a table store that answers everything, and records which requests the SDK's own middlewares made. */
async function anEndpoint() {
  const isOrdinary: boolean[] = [];
  const server = createServer(({ headers }, response) => {
    isOrdinary.push(headers["user-agent"] !== undefined);
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { isOrdinary, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Sets a deployment's environment for modules that have not read one yet. */
function setEnvironment(url: string, choice: Record<string, string>): void {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  vi.resetModules();
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
    CONFIG_TABLE: "Config",
    API_KEYS_TABLE: "ApiKeys",
    NOTIFICATIONS_TABLE: "Notifications",
    CHAT_TABLE: "Chat",
    EPHEMERAL_TABLE: "Ephemeral",
    DELIVERY_QUEUE_URL: `${url}/0/delivery`,
    CONTENT_BUCKET: "content",
    OIDC_ISSUER: url,
    ...choice,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

it.each([
  ["by default", {}, [true, false]],
  ["when the environment says so", { DIRECT_CALLS: "true" }, [true, false]],
  ["not when the environment says no", { DIRECT_CALLS: "false" }, [true, true]],
])("calls of tables are direct after the first: %s", async (_, choice, expected) => {
  const at = await anEndpoint();
  setEnvironment(at.url, choice);
  const { dynamo, limiterDynamo } = await import("../../../shared/aws/wiring.ts");
  for (const client of [dynamo(), limiterDynamo()]) {
    for (const _call of expected) await client.send(new GetCommand({ TableName: "T", Key: { pk: "a" } }));
    expect(at.isOrdinary.splice(0)).toEqual(expected);
  }
});

it("a check of the table store never calls directly: it would ask twice", async () => {
  const at = await anEndpoint();
  setEnvironment(at.url, { DIRECT_CALLS: "true" });
  const { databaseCheck } = await import("../../../shared/aws/wiring.ts");
  await databaseCheck()(1000);
  await databaseCheck()(1000);
  expect(at.isOrdinary).toEqual([true, true]);
});

it("a direct call that falls back is counted by the metric direct_call_fallback", async () => {
  const at = await anEndpoint();
  setEnvironment(at.url, {});
  const { basics } = await import("../../../shared/kernel/basics.ts");
  const { directCallsChoice } = await import("../../../shared/aws/direct-calls/direct-calls-choice.ts");
  const counted = vi.spyOn(basics().metrics, "count");
  directCallsChoice()?.onFallback();
  expect(counted.mock.calls).toEqual([["direct_call_fallback"]]);
});
