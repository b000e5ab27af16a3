import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declarationsOf } from "../../../../ops/template-types/declarations.ts";
import { parse } from "../../../../shared/go-template/go-template.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const COMPILER = join(ROOT, "node_modules/.bin/tsc");
const COMPILER_MS = 120_000;
const ID = "0190d5c2-0000-7000-8000-000000000001";

interface Written {
  readonly name?: string;
  readonly subject?: string;
  readonly body: string;
  readonly samples?: Readonly<Record<string, unknown>>;
}
const aTemplate = (reference: string, { name = "Name", subject = "S", body, samples = {} }: Written) => ({
  ...{ reference, name, subject: parse(subject), body: parse(body), samples },
});
const TEMPLATES = [
  aTemplate("welcome", { subject: "Hello {{.name}}", body: "{{if .vip}}Dear{{end}} {{.code | print}}" }),
  aTemplate("order_ready-2", { name: 'Ends */ "here"\n', body: "{{with .note}}{{.}}{{end}}" }),
  aTemplate("plain", { body: "No variables" }),
  aTemplate(ID, { body: "{{.überraschung}}" }),
];
const WITH_LISTS = [
  aTemplate("order", {
    subject: "Order {{.order.id}} for {{.name}}",
    body: "{{range $i, $x := .items}}{{$x.name}}{{if $x.note}} ({{$x.note}}){{end}}{{end}}{{with .order}}{{.total}}{{end}}",
    samples: {
      order: { total: 12.5, paid: true },
      items: [
        { name: "Tea", sku: 1 },
        { name: "Cup", note: null },
      ],
    },
  }),
  aTemplate("list", {
    body: '{{range .tags}}{{.}}{{end}}{{(index .rows 0).cells.first}}{{template "t" .who}}{{define "t"}}{{.name}}{{end}}',
  }),
  aTemplate("sampled", {
    body: "{{.total}} {{.name}} {{.prices}}",
    samples: { total: 3, name: "Ana", prices: { a: [1, "x"] } },
  }),
];

describe("declarationsOf()", () => {
  it("has each template's variables by alias or id, those that not every mail needs as optional", () => {
    expect(declarationsOf(TEMPLATES)).toBe(`// Written by \`npx herald template-types\`.
import type {} from "@herald/client";

declare module "@herald/client" {
  interface EmailTemplateVariables {
    /** "Name" */
    "${ID}": { "überraschung": string; };
    /** "Ends *\\/ \\"here\\"\\n" */
    "order_ready-2": { note?: string; };
    /** "Name" */
    plain: Record<string, never>;
    /** "Name" */
    welcome: { name: string; vip?: string; code: string; };
  }
}
`);
  });
});

describe("declarationsOf() of lists and objects (D51)", () => {
  it("has their types, by what the template does with them and by the samples", () => {
    const text = declarationsOf(WITH_LISTS);
    expect(text.slice(text.indexOf("  interface EmailTemplateVariables"))).toBe(`  interface EmailTemplateVariables {
    /** "Name" */
    list: Record<string, never>;
    /** "Name" */
    order: { name: string; };
    /** "Name" */
    sampled: { name: string; };
  }
  interface EmailTemplateData {
    /** "Name" */
    list: { tags?: readonly (string | number | boolean)[] | Readonly<Record<string, string | number | boolean>>; rows?: readonly ({ cells?: { first?: string | number | boolean; }; })[] | Readonly<Record<string, { cells?: { first?: string | number | boolean; }; }>>; who?: { name: string | number | boolean; }; };
    /** "Name" */
    order: { order: { id: string | number | boolean; total?: number; paid?: boolean; }; items?: readonly ({ name: string; note?: string | number | boolean | null; sku?: number; })[]; };
    /** "Name" */
    sampled: { total: number; prices: { a?: readonly (number | string)[]; }; };
  }
}
`);
  });
});

describe("a program with the declarations", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-types-"));
    const compilerOptions = {
      ...{ target: "es2022", lib: ["es2023", "dom"], types: [], module: "nodenext", strict: true, noEmit: true },
      ...{ exactOptionalPropertyTypes: true, allowImportingTsExtensions: true, verbatimModuleSyntax: true },
      paths: { "@herald/client": [join(ROOT, "client/src/herald.ts")] },
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await writeFile(join(folder, "templates.ts"), declarationsOf([...TEMPLATES, ...WITH_LISTS]));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns the lines of a program that do not compile. */
  async function wrongLines(sends: readonly string[]): Promise<string[]> {
    const head = `import { Herald, type NotificationRequest } from "@herald/client";
const { notifications } = new Herald({ baseUrl: "https://herald.test" });
declare const id: string, request: NotificationRequest;`;
    const lines = sends.map((send) => `void notifications.send(${send});`);
    await writeFile(join(folder, "program.ts"), [...head.split("\n"), ...lines].join("\n"));
    const out = await new Promise<string>((done) => {
      execFile(COMPILER, ["-p", folder, "--pretty", "false"], { timeout: COMPILER_MS }, (_error, stdout) =>
        done(stdout),
      );
    });
    const numbers = [...out.matchAll(/program\.ts\((\d+),/g)].map(([, line]) => Number(line) - 4);
    expect(out.replaceAll(/^.*program\.ts\(.*$/gm, "")).not.toContain("error TS");
    return [...new Set(numbers)].map((number) => sends[number] ?? `line ${number}`);
  }

  const to = 'recipient: "ann@example.test"';
  const FINE = [
    `{ ${to}, template_id: "welcome", variables: { name: "Ann", code: "1" } }`,
    `{ ${to}, template_id: "welcome", variables: { name: "Ann", code: "1", vip: "yes" }, cc: ["b@c.example"], template_version: 2 }`,
    `{ ${to}, template_id: "order_ready-2" }`,
    `{ ${to}, template_id: "order_ready-2", variables: { note: "n" } }`,
    `{ ${to}, template_id: "plain" }`,
    `{ ${to}, template_id: "${ID}", variables: { überraschung: "ü" } }`,
    `{ ${to}, template_id: id, variables: { any: "thing" } }`,
    `{ ${to}, template_id: "unknown" }`,
    `{ ${to}, template_id: "welcome", data: { name: "Ann", code: 1, vip: true } }`,
    `{ ${to}, template_id: "plain", data: {} }`,
    `{ ${to}, template_id: "order", variables: { name: "Ann" }, data: { order: { id: 1 }, items: [{ name: "Tea" }] } }`,
    `{ ${to}, template_id: "order", data: { name: "Ann", order: { id: "A", total: 1 } } }`,
    `{ ${to}, template_id: "list", data: { tags: ["a", 1] } }`,
    `{ ${to}, template_id: "list" }`,
    `{ ${to}, template_id: id, data: { any: ["thing"] } }`,
    `{ ${to}, subject: "s", body: "b" }`,
    "request",
    '{ channel: "chat", recipient: "+15551230001", chat: { type: "text", text: { body: "x" } } }',
  ];
  const WRONG = [
    `{ ${to}, template_id: "welcome" }`,
    `{ ${to}, template_id: "welcome", variables: {} }`,
    `{ ${to}, template_id: "welcome", variables: { name: "Ann" } }`,
    `{ ${to}, template_id: "welcome", variables: { name: "Ann", code: 1 } }`,
    `{ ${to}, template_id: "welcome", variables: { name: "Ann", code: "1", cod: "1" } }`,
    `{ ${to}, template_id: "order_ready-2", variables: { Note: "n" } }`,
    `{ ${to}, template_id: "plain", variables: { x: "1" } }`,
    `{ ${to}, template_id: "${ID}" }`,
    `{ template_id: "plain" }`,
    `{ ${to}, template_id: "welcome", data: { name: "Ann" } }`,
    `{ ${to}, template_id: "welcome", data: { name: ["Ann"], code: "1" } }`,
    `{ ${to}, template_id: "order", variables: { name: "Ann" } }`,
    `{ ${to}, template_id: "order", variables: { name: "Ann" }, data: { order: {} } }`,
    `{ ${to}, template_id: "order", data: { order: { id: "A" } } }`,
    `{ ${to}, template_id: "order", data: { name: "Ann", order: { id: "A" }, items: [{ name: 1 }] } }`,
    `{ ${to}, template_id: "list", data: { tags: "a" } }`,
  ];

  it("compiles where a send has what its template needs, and not where a variable is missing, mistyped or unknown", async () => {
    expect(await wrongLines([...FINE, ...WRONG])).toEqual(WRONG);
  });
});
