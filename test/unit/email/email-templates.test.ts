import { describe, expect, it } from "vitest";
import {
  emailTemplateRequest,
  toEmailTemplatePageView,
  toEmailTemplateView,
} from "../../../shared/email/contract/email-templates.ts";
import { previewRequest } from "../../../shared/email/contract/template-preview.ts";
import { listEmailTemplates, pageOfEmailTemplates } from "../../../shared/email/list-email-templates.ts";
import type { EmailTemplateStore } from "../../../shared/email/ports.ts";
import { previewEmailTemplate } from "../../../shared/email/preview-email-template.ts";
import { createEmailTemplate, replaceEmailTemplate } from "../../../shared/email/save-email-template.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const OWNER = anOwner("owner-1");
const identifiers = sequentialIdentifiers();
const parseTemplate = templateCache({ maxEntries: 100, maxCharacters: 2_000_000 }, identifiers.hash);

function setUp() {
  const clock = fakeClock();
  const emailTemplates = inMemoryEmailTemplateStore();
  return { clock, emailTemplates, deps: { clock, emailTemplates, identifiers, parseTemplate } };
}
const request = (changes: Record<string, unknown> = {}) =>
  emailTemplateRequest.parse({ name: "Greeting", subject: "Hello", body: "Hi {{.name}}", ...changes });

describe("createEmailTemplate()", () => {
  it("stores what was asked for, under a new id, with one time", async () => {
    const { deps, emailTemplates } = setUp();
    const template = await createEmailTemplate(deps, OWNER, request());
    expect(template).toMatchObject({ owner: OWNER, name: "Greeting", bodyType: "text" });
    expect(template.updatedAt).toBe(template.createdAt);
    expect((await emailTemplates.page(OWNER, 1000)).templates).toEqual([template]);
  });

  it.each([
    ["subject", "{{"],
    ["subject", "{{nofunction}}"],
    ["body", "{{if .x}}"],
    ["body", "{{.x}"],
  ])("stores nothing when the %s is %s", async (field, text) => {
    const { deps, emailTemplates } = setUp();
    await expect(createEmailTemplate(deps, OWNER, request({ [field]: text }))).rejects.toMatchObject({
      code: "invalid_request",
      message: `${field} is not a valid template`,
    });
    expect((await emailTemplates.page(OWNER, 1000)).templates).toEqual([]);
  });
});

describe("replaceEmailTemplate()", () => {
  it("replaces all four fields and keeps id and creation time", async () => {
    const { deps, clock } = setUp();
    const { id, createdAt } = await createEmailTemplate(deps, OWNER, request({ body_type: "html" }));
    clock.advance(1000);
    const replaced = await replaceEmailTemplate(deps, { owner: OWNER, id }, request({ name: "New" }));
    expect(replaced).toMatchObject({ id, createdAt, name: "New", bodyType: "text" });
    expect(Date.parse(replaced.updatedAt) - Date.parse(createdAt)).toBe(1000);
  });

  it("answers another owner's like one that does not exist, and after the check of the body (D1)", async () => {
    const { deps } = setUp();
    const { id } = await createEmailTemplate(deps, OWNER, request());
    const foreign = { owner: anOwner("somebody else"), id };
    await expect(replaceEmailTemplate(deps, foreign, request())).rejects.toMatchObject({ code: "not_found" });
    await expect(replaceEmailTemplate(deps, foreign, request({ body: "{{" }))).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("does not bring back a template that goes between look and write", async () => {
    const { deps, emailTemplates } = setUp();
    const gone = anEmailTemplate({ owner: OWNER });
    emailTemplates.get = async () => gone;
    await expect(replaceEmailTemplate(deps, { owner: OWNER, id: gone.id }, request())).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await emailTemplates.page(OWNER, 1000)).templates).toEqual([]);
  });
});

describe("previewEmailTemplate() (D44b)", () => {
  const preview = (subject: string, body: string, variables: unknown = {}) =>
    previewEmailTemplate({ parseTemplate }, previewRequest.parse({ subject, body, variables }));

  it("renders both, with the names in order of first mention", async () => {
    expect(await preview("{{.b}}", "{{.a}} {{.b}}", { a: "1", b: "2" })).toEqual({
      subject: "2",
      body: "1 2",
      variables: ["b", "a"],
      missing: [],
    });
  });

  it("names what shows <no value>", async () => {
    expect(await preview("{{.b}}", "{{.a}} {{.c}}", { a: "1" })).toMatchObject({
      body: "1 <no value>",
      missing: ["b", "c"],
    });
  });

  it.each([
    ["only asked about", "{{if .x}}yes{{else}}no{{end}}"],
    ["only asked about by with", "{{with .x}}{{.}}{{end}}"],
    ["only asked about by range", "{{range .x}}{{.}}{{else}}none{{end}}"],
    ["only kept", "{{$y := .x}}{{if $y}}yes{{end}}"],
    ["not reached", "{{if .never}}{{.x}}{{end}}"],
    ["not reached past what decides", "{{or .given .x}}"],
    ["read by index", '{{index . "x"}}'],
    ["overwritten before it is printed", "{{$y := .x}}{{$y = .given}}{{$y}}"],
    ["a field of nothing", '{{template "t"}}{{define "t"}}{{.x}}{{end}}'],
  ])("does not name as missing what is %s", async (_what, body) => {
    expect((await preview("", body, { given: "1" })).missing).toEqual([]);
  });

  it.each([
    ["a pipeline", '{{.x | printf "%06s"}}'],
    ["a longer pipeline", '{{.given | printf "%s %s" .x | print}}'],
    ["an escaper", "{{urlquery .x}}"],
    ["an escaper at a pipeline's end", "{{.x | html}}"],
    ["a comparison in a condition", '{{if eq .x "y"}}yes{{end}}'],
    ["an operator", "{{or .x .given}}"],
    ["parentheses", '{{print (.x) "a"}}'],
    ["a variable", "{{$y := .x}}{{$z := $y}}{{$z}}"],
    ["an assigned variable", "{{$y := .given}}{{$y = .x}}{{print $y}}"],
    ["the root inside a range", '{{range 2}}{{printf "%s" $.x}}{{end}}'],
    ["a branch taken", "{{if .never}}{{.never}}{{else}}{{js .x}}{{end}}"],
    ["a called template", '{{template "t" .x}}{{define "t"}}{{with "a"}}{{print $}}{{end}}{{end}}'],
    ["the dot of a called template", '{{template "t" .x}}{{define "t"}}{{.}}{{end}}'],
    ["a called template's data", '{{template "t" .}}{{define "t"}}{{html .x}}{{end}}'],
    ["a field of a field", "{{.x.first}}"],
    ["a field of parentheses", "{{(.x).first}}"],
  ])("names as missing what is used in %s", async (_what, body) => {
    expect((await preview("", body, { given: "1" })).missing).toEqual(["x"]);
  });

  it.each([
    ["a default", '{{or .x "there"}}'],
    ["another variable", "{{or .x .given}}"],
    ["a default at the end of a pipeline", '{{"there" | or .x}}'],
    ["a kept default", '{{$y := or .x "there"}}{{$y}}'],
    ["a default that is escaped", '{{or .x "there" | html}}'],
    ["a comparison", '{{if eq .x "y"}}yes{{end}}'],
    ["a negation", "{{if not .x}}no{{end}}"],
    ["a condition of two", "{{if and .given .x}}yes{{end}}"],
  ])("names as missing, and not as unfilled, what only went into %s", async (_what, body) => {
    const asked = previewRequest.parse({ body, variables: { given: "1" }, with_unfilled: true });
    const { missing, unfilled, body: text } = await previewEmailTemplate({ parseTemplate }, asked);
    expect({ missing, unfilled }).toEqual({ missing: ["x"], unfilled: [] });
    expect(text).not.toContain("no value");
  });

  it.each([
    ["no default that is there", "{{or .y .x}}", ["y", "x"]],
    ["a default that is not there, at the end of a pipeline", "{{.x | or .y}}", ["x", "y"]],
    ["a function that prints", "{{html .x}}", ["x"]],
    ["a kept default that is not there", "{{$v := or .y .x}}{{print $v}}", ["y", "x"]],
  ])("names as unfilled what has %s", async (_what, body, names) => {
    const asked = previewRequest.parse({ body, with_unfilled: true });
    const { missing, unfilled } = await previewEmailTemplate({ parseTemplate }, asked);
    expect({ missing, unfilled }).toEqual({ missing: names, unfilled: ["x"] });
  });

  const previewWithFaults = (fields: object) =>
    previewEmailTemplate({ parseTemplate }, previewRequest.parse({ with_faults: true, ...fields }));

  it("still knows subject, variables and text of a template that its values break, and says which and why", async () => {
    const body = "Hello {{.name}}: {{range .items}}{{.}}{{end}}";
    const fields = { subject: "For {{.name}}", body, variables: { name: "Ann", items: '["Tea","Coffee"]' } };
    expect(await previewWithFaults(fields)).toEqual({
      ...{ subject: "For Ann", body, variables: ["name", "items"], missing: [] },
      faults: [
        {
          ...{ field: "body", during: "render" },
          detail: `template: body:1:25: executing "body" at <.items>: range can't iterate over ["Tea","Coffee"]`,
        },
      ],
    });
  });

  it("goes on with one field where the other one does not parse, and refuses neither", async () => {
    expect(await previewWithFaults({ subject: "{{.a}} {{", body: "{{.b}}", with_unfilled: true })).toMatchObject({
      ...{ subject: "{{.a}} {{", body: "<no value>", variables: ["b"], missing: ["b"], unfilled: ["b"] },
      faults: [{ field: "subject", during: "parse", detail: expect.stringMatching(/^template: subject:1: /) }],
    });
  });

  it("names the faults of both fields, and none of a template that is right", async () => {
    const both = await previewWithFaults({ subject: "{{range .a}}{{end}}", body: "{{if}}", variables: { a: "x" } });
    expect(both.faults?.map(({ field, during }) => [field, during])).toEqual([
      ["subject", "render"],
      ["body", "parse"],
    ]);
    expect((await previewWithFaults({ subject: "S", body: "B" })).faults).toEqual([]);
  });

  it("refuses with the place where faults are not asked for, the one that does not parse first", async () => {
    await expect(preview("{{range .a}}{{end}}", "{{if}}", { a: "x" })).rejects.toMatchObject({
      ...{ code: "invalid_request", message: "body is not a valid template" },
      detail: expect.stringMatching(/^template: body:1: /),
    });
    await expect(preview("{{range .a}}{{end}}", "", { a: "x" })).rejects.toMatchObject({
      message: "subject could not be rendered",
    });
  });

  it("names what is missing in order of first use, the subject's first, once each", async () => {
    expect((await preview('{{print .s | printf "%s%s" .t}}', '{{.b | printf "%s%s" .a}}{{.s}}{{.b}}')).missing).toEqual(
      ["s", "t", "b", "a"],
    );
  });

  it("tells a missing name apart from a text that says <no value>", async () => {
    expect((await preview("<no value>", "{{if .x}}<no value>{{end}}{{.y}}")).missing).toEqual(["y"]);
    expect((await preview("", "{{.x}}", { x: "<no value>" })).missing).toEqual([]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("treats %s like any other name", async (name) => {
    const body = `{{.${name}}}`;
    expect(await preview("", body)).toMatchObject({ body: "<no value>", variables: [name], missing: [name] });
    expect(await preview("", body, JSON.parse(`{"${name}":"v"}`))).toMatchObject({ body: "v", missing: [] });
    expect(Object.prototype).not.toHaveProperty("v");
  });

  it("does not blame a name whose value would make the template fail", async () => {
    expect((await preview("", "{{.y}}{{if eq (len .y) 0}}{{end}}", { y: "" })).missing).toEqual([]);
    expect((await preview("", '{{if ne .x .nothing}}{{index "" 9}}{{end}}{{.y}}')).missing).toContain("y");
  });

  it("folds the line breaks of a subject (D18a)", async () => {
    expect(await preview("{{.a}}", "{{.a}}", { a: "1\r\n2\u20283" })).toMatchObject({
      subject: "1 2 3",
      body: "1\r\n2\u20283",
    });
  });

  it("says where a template is wrong", async () => {
    const refusal = { code: "invalid_request", message: "body is not a valid template" };
    await expect(preview("ok", "a\n{{.x")).rejects.toThrow(
      expect.objectContaining({ ...refusal, detail: expect.stringMatching(/body:\d/) }),
    );
    await expect(preview('{{index "x" 9}}', "ok")).rejects.toThrow(
      expect.objectContaining({ message: "subject could not be rendered", detail: expect.stringContaining("index") }),
    );
  });

  it("tells what is wrong in both fields, the subject first (D54)", async () => {
    await expect(preview('{{index "x" 9}}', "a\n{{.x")).rejects.toThrow(
      expect.objectContaining({
        message: "body is not a valid template",
        problems: [
          { field: "subject", message: "line 1, column 3: error calling index: index out of range: 9" },
          { field: "body", message: "line 2, column 5: unclosed action" },
        ],
      }),
    );
  });

  it("renders once, however many names are absent", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `{{.n${i}}}`).join("");
    // One rendering stays below its time limit even on a busy machine, whereas 300 would take longer than the test may.
    const slow = "{{range 50000}}{{end}}";
    expect((await preview("", slow + names)).missing).toHaveLength(300);
  });
});

describe("listEmailTemplates() and pageOfEmailTemplates()", () => {
  const cursors = new HmacCursors("k".repeat(32));
  const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
  const many = (count: number, body: string) =>
    inMemoryEmailTemplateStore(
      Array.from({ length: count }, (_, n) => anEmailTemplate({ owner: OWNER, id: idOf(n), body })),
    );
  const bytesOf = (view: unknown) => Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify(view) }));

  async function walk(emailTemplates: EmailTemplateStore, limit: number) {
    const pages: ReturnType<typeof toEmailTemplatePageView>[] = [];
    let cursor: string | undefined;
    do {
      pages.push(
        toEmailTemplatePageView(await pageOfEmailTemplates({ emailTemplates, cursors }, OWNER, { limit, cursor })),
      );
      cursor = pages.at(-1)?.next_cursor;
    } while (cursor !== undefined && pages.length < 50);
    return pages;
  }

  it("answer every template once, oldest first, whatever the page's size", async () => {
    const emailTemplates = many(5, "b");
    const ids = [0, 1, 2, 3, 4].map(idOf);
    expect((await listEmailTemplates({ emailTemplates, cursors }, OWNER)).map(({ id }) => id)).toEqual(ids);
    for (const limit of [1, 2, 5, 100]) {
      const pages = await walk(emailTemplates, limit);
      expect(pages.flatMap(({ templates }) => templates.map(({ id }) => id))).toEqual(ids);
      expect(pages).toHaveLength(Math.ceil(5 / limit));
    }
  });

  it("stop a page before it is more than Lambda takes, and refuse the array from before there was a bound", async () => {
    const emailTemplates = many(9, '"'.repeat(400_000));
    const pages = await walk(emailTemplates, 100);
    expect(pages.map(({ templates }) => templates.length)).toEqual([2, 2, 2, 2, 1]);
    for (const page of pages) expect(bytesOf(page)).toBeLessThan(4_500_000);
    await expect(listEmailTemplates({ emailTemplates, cursors }, OWNER)).rejects.toMatchObject({
      code: "invalid_request",
      message: "the templates do not fit into one answer: ask for pages with limit and cursor",
    });
  });

  it("fit an answer whole, as much as one owner may have", async () => {
    const { deps, emailTemplates } = setUp();
    const body = `${'"\\\n'.repeat(60_000)}${"x".repeat(400_000)}`;
    const create = () => createEmailTemplate(deps, OWNER, request({ body }));
    for (let tries = 0; tries < 20; tries++)
      if (
        await create().then(
          () => false,
          () => true,
        )
      )
        break;
    await expect(create()).rejects.toMatchObject({
      code: "limit_reached",
      message: "templates may be at most 1000, and 6 MB in all: delete or shorten one",
    });
    const view = (await listEmailTemplates({ emailTemplates, cursors }, OWNER)).map(toEmailTemplateView);
    expect(bytesOf(view)).toBeGreaterThan(4_500_000);
    expect(bytesOf(view)).toBeLessThan(6_291_556);
  });

  it("take a cursor of the same owner only", async () => {
    const emailTemplates = many(3, "b");
    const { nextCursor: cursor } = await pageOfEmailTemplates({ emailTemplates, cursors }, OWNER, { limit: 1 });
    const wrong = { code: "invalid_request", message: "cursor is not valid" };
    for (const [owner, given] of [
      [anOwner("owner-2"), cursor],
      [OWNER, `${cursor}x`],
      [OWNER, ""],
    ] as const)
      await expect(
        pageOfEmailTemplates({ emailTemplates, cursors }, owner, { limit: 1, cursor: given }),
      ).rejects.toMatchObject(wrong);
  });
});
