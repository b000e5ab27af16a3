import { type ChildProcess, execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { BundledFunction } from "../../../lib/cloud/bundle.ts";
import { type FunctionDefinition, functions, webFunctions } from "../../../lib/functions.ts";
import type { Route } from "../../../shared/edge/contract/route.ts";
import { routes } from "../../../shared/routes.ts";
import { anEvent } from "../../support/an-event.ts";
import { freePort } from "../../support/free-port.ts";
import { until } from "../../support/local-stack.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";
import { deployedEnvironment, lambdaVariables, SECRET, type Variables } from "../stacks/deployed-environment.ts";
import { synthesise, type Templates } from "../stacks/synthesise.ts";
import { bundleOf, folder } from "./bundled.ts";
import { PRODUCTION } from "./production.ts";

const run = promisify(execFile);

const FROM_EDGE = { "x-origin-secret": SECRET, "x-viewer-ip": "203.0.113.9" };
const ID = "01a20145-41e6-7000-8000-000000000000";
const UNREADABLE = { Records: [{ messageId: "unreadable", eventSource: "aws:sqs", body: "no JSON", attributes: {} }] };

interface Question {
  readonly event: unknown;
  /** The expected answer; for HTTP, its status and its body. */
  readonly answer: unknown;
}

const said = (statusCode: number, body: unknown): unknown => ({ statusCode, body });
const asked = (route: Pick<Route, "method" | "path">, body?: string) =>
  anEvent(route, {
    headers: FROM_EDGE,
    pathParameters: { id: ID, messageID: ID },
    ...(body !== undefined && { body }),
  });
const mcpUnauthorized = { jsonrpc: "2.0", error: { code: 401, message: "unauthorized" }, id: 1 };

/** The routes of these groups need no credential. */
const OPEN: Readonly<Record<string, Question>> = {
  system: {
    event: asked({ method: "GET", path: "/health/live" }),
    answer: said(200, { status: "alive" }),
  },
  docs: {
    event: asked({ method: "GET", path: "/openapi.json" }),
    answer: said(200, expect.objectContaining({ openapi: expect.any(String) })),
  },
  "chat-events": {
    event: asked({ method: "POST", path: "/webhooks/cloud/topic/chat" }, "no topic message"),
    answer: said(400, { error: "invalid topic message", code: "invalid_request" }),
  },
  "email-events": {
    event: asked({ method: "POST", path: "/webhooks/cloud/topic/email" }, "no topic message"),
    answer: said(400, { error: "invalid topic message", code: "invalid_request" }),
  },
};

/**
 * Returns a request without a credential for the first route of a group. The limiter has already let it pass, and the
 * function answers it.
 */
function questionOfGroup(group: string): Question {
  const open = OPEN[group];
  if (open) return open;
  const route = routes.find((one) => one.group === group && one.auth.length > 0);
  if (route === undefined) throw new Error(`no question is known for the group ${group}`);
  return { event: asked(route), answer: said(401, { error: "unauthorized", code: "unauthorized" }) };
}

function questionFor({ name, trigger }: FunctionDefinition): Question {
  switch (trigger.kind) {
    case "routes":
      return questionOfGroup(trigger.group);
    case "fallback":
      return {
        event: asked({ method: "GET", path: "/nothing" }),
        answer: said(404, { error: "not found", code: "not_found" }),
      };
    case "function-url":
      return {
        event: asked({ method: "POST", path: trigger.path }, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
        answer: said(401, mcpUnauthorized),
      };
    case "queue": {
      // A dead letter that cannot be read belongs to no notification, so the function cannot do more with it.
      const batchItemFailures = name === "dead-letter" ? [] : [{ itemIdentifier: "unreadable" }];
      return { event: UNREADABLE, answer: { batchItemFailures } };
    }
    case "stream":
      return { event: { Records: [] }, answer: { batchItemFailures: [] } };
    case "schedule":
      // Nothing is due, and a failing run throws.
      return { event: {}, answer: null };
  }
}

const CONTEXT = `{ awsRequestId: "request-1", functionName: process.env.AWS_LAMBDA_FUNCTION_NAME, getRemainingTimeInMillis: () => 60_000 }`;

const httpAnswer = z.object({
  statusCode: z.number(),
  body: z.string().transform((text): unknown => JSON.parse(text)),
});

async function askOnceItListens(running: ChildProcess, port: number) {
  const output: Buffer[] = [];
  running.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const ask = async (method: string, path: string, headers: Variables): Promise<unknown[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    return [answer.status, await answer.json()];
  };
  const listens = () =>
    ask("GET", "/", {}).then(
      () => "yes",
      () => (running.exitCode === null ? "not yet" : `it ended: ${Buffer.concat(output)}`),
    );
  expect(await until(listens, (found) => found !== "not yet")).toBe("yes");
  return ask;
}

describe("the bundle of a production deployment, with nothing but its template's variables", () => {
  let templates: Templates;
  let tables: TableFixture;
  let services: Variables;
  beforeAll(async () => {
    tables = await tableFixture();
    templates = synthesise(PRODUCTION);
    // Nothing leaves the machine: the tables are real, and no server listens at the addresses of the other services.
    const closed = `http://127.0.0.1:${await freePort()}`;
    services = { AWS_ENDPOINT_URL: closed, AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint, AWS_MAX_ATTEMPTS: "1" };
  });
  afterAll(() => tables.close());

  const mainFileOf = (definition: BundledFunction): string => {
    const { directory, mainFile } = bundleOf(definition);
    return join(directory, mainFile);
  };
  const environmentOf = (name: string): NodeJS.ProcessEnv => ({
    ...deployedEnvironment(templates, name),
    ...lambdaVariables(name),
    ...services,
  });

  async function answerOf(definition: FunctionDefinition, event: unknown): Promise<unknown> {
    const code = `const { handler } = await import(${JSON.stringify(mainFileOf(definition))});
      const answer = await handler(JSON.parse(process.argv[1]), ${CONTEXT});
      process.stdout.write("\\n" + JSON.stringify(answer ?? null), () => process.exit());`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code, JSON.stringify(event)], {
      env: environmentOf(definition.name),
      cwd: folder,
      timeout: 180_000,
    }).catch(({ stderr }: { stderr: string }) => {
      // The filter removes the line that consists of a bundle's whole code.
      const output = stderr.split("\n").filter((line) => line.length < 300);
      throw new Error(`${definition.name} gave no answer: ${output.join("\n")}`);
    });
    const answer: unknown = JSON.parse(stdout.split("\n").at(-1) ?? "");
    return httpAnswer.safeParse(answer).data ?? answer;
  }

  it.each(functions)("$name starts and answers", async (definition) => {
    const { event, answer } = questionFor(definition);
    expect(await answerOf(definition, event)).toEqual(answer);
  });

  it.each(webFunctions)("$name listens where Lambda says, and answers in the service's words", async (definition) => {
    const port = await freePort();
    const running = spawn(process.execPath, [mainFileOf(definition)], {
      env: { ...environmentOf(definition.name), AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${port}` },
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      const ask = await askOnceItListens(running, port);
      const upload = `/api/v1/chat-conversations/${ID}/media-upload`;
      expect(await ask("POST", upload, {})).toEqual([403, { error: "forbidden", code: "past_edge" }]);
      expect(await ask("POST", upload, FROM_EDGE)).toEqual([401, { error: "unauthorized", code: "unauthorized" }]);
      expect(await ask("GET", "/api/v1/nothing", FROM_EDGE)).toEqual([404, { error: "not found", code: "not_found" }]);
    } finally {
      running.kill("SIGKILL");
    }
  });
});
