import { describe, expect, it } from "vitest";
import { publicDocument } from "../../../../bin/public-interface.ts";
import type { Credential } from "../../../../shared/edge/contract/route.ts";
import { openApiDocument } from "../../../../shared/reference/contract/openapi.ts";
import { CLIENT_CALLS } from "../../../../shared/reference/contract/operations/client-calls.ts";
import { type ClientSample, clientSamples } from "../../../../shared/reference/contract/operations/client-sample.ts";
import { routes } from "../../../../shared/routes.ts";
import { problemsOf, requestsOf } from "../../../support/client-samples.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly schema: { readonly examples?: readonly unknown[] };
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly "x-scalar-examples"?: readonly ClientSample[];
}
type Content = Readonly<
  Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, { value: unknown }>> }>
>;

const { paths } = openApiDocument() as unknown as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
const samples = operations.flatMap((operation) =>
  (operation["x-scalar-examples"] ?? []).map((sample): [string, Operation, ClientSample] => [
    [operation.operationId, sample.example].filter(Boolean).join(": "),
    operation,
    sample,
  ]),
);

const CREDENTIALS: Record<Credential, string> = { "api-key": "Bearer key", "access-token": "Bearer token" };

function requestOf({ operationId, parameters = [], requestBody }: Operation, { example = "", source }: ClientSample) {
  const route = routes.find((one) => one.operationId === operationId);
  if (route === undefined) throw new Error(`there is no route ${operationId}`);
  const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.schema.examples?.[0];
  const [credential] = route.auth;
  const bodies = requestBody?.content["application/json"]?.examples ?? {};
  return {
    source,
    method: route.method,
    path: route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(exampleOf(name)))),
    credential: credential === undefined ? null : CREDENTIALS[credential],
    // A sample that names no example writes the first one in its own words.
    body: (bodies[example] ?? Object.values(bodies)[0])?.value,
    success: route.success.status,
  };
}

function answerOf({ responses }: Operation, status: number): Response {
  const { example } = responses[status]?.content?.["application/json"] ?? {};
  return new Response(example === undefined ? null : JSON.stringify(example), { status });
}

/** Some calls ask again for the outcome, which the example of the first answer does not have. */
const settled = async (answer: Response): Promise<Response> =>
  Response.json({ ...((await answer.json()) as object), status: "sent" });

describe("the samples with the client", () => {
  it("are there for every public operation, and for every example of its body", () => {
    const without = Object.values(publicDocument().paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId }) => CLIENT_CALLS[operationId] === undefined);
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
    const known = new Set(operations.map(({ operationId }) => operationId));
    expect(Object.keys(CLIENT_CALLS).filter((name) => !known.has(name))).toEqual([]);
    const sending = operations.find(({ operationId }) => operationId === "createNotification");
    const bodies = sending?.requestBody?.content["application/json"]?.examples ?? {};
    expect(sending?.["x-scalar-examples"]?.map(({ example }) => example)).toEqual(Object.keys(bodies));
  });

  it("compile against the client", { timeout: 120_000 }, () => {
    const wrong = `import { Herald } from "@herald/client";\nawait new Herald().notifications.sent({ recipient: 1 });\n`;
    const programs = new Map(samples.map(([name, , { source }]) => [name, source]));
    expect(problemsOf(new Map([...programs, ["a wrong one", wrong]]))).toEqual({
      "a wrong one": [expect.stringContaining("Property 'sent' does not exist")],
    });
    expect(programs.size).toBeGreaterThan(50);
  });

  it.each(samples)("send the request of %s", async (_name, operation, sample) => {
    const { source, success, ...wanted } = requestOf(operation, sample);
    const answers = [answerOf(operation, success)];
    const sent = await requestsOf(source, () => answers.shift() ?? settled(answerOf(operation, success)));
    expect(sent[0]).toEqual(wanted);
  });

  it("fit beside the text", () => {
    const long = samples.flatMap(([name, , { source }]) => source.split("\n").map((line) => ({ name, line })));
    expect(long.filter(({ line }) => line.length > 64)).toEqual([]);
  });

  it("name a parameter that has no example", () => {
    const operation = { operationId: "getNotification", auth: [], parameters: {} } as const;
    expect(() => clientSamples(operation)).toThrow("the call of getNotification has no $id");
  });
});
