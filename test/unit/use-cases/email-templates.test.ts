import { describe, expect, it } from "vitest";
import { emailTemplateRequest, previewRequest } from "../../../shared/contract/email-templates.ts";
import { templateCache } from "../../../shared/domain/template-cache.ts";
import { previewEmailTemplate } from "../../../shared/use-cases/email-templates/preview-email-template.ts";
import {
  createEmailTemplate,
  replaceEmailTemplate,
} from "../../../shared/use-cases/email-templates/save-email-template.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const OWNER = "owner-1";
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
    expect(await emailTemplates.list(OWNER)).toEqual([template]);
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
    expect(await emailTemplates.list(OWNER)).toEqual([]);
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
    const foreign = { owner: "somebody else", id };
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
    expect(await emailTemplates.list(OWNER)).toEqual([]);
  });
});

describe("previewEmailTemplate() (D44b)", () => {
  const preview = (subject: string, body: string, variables: unknown = {}, clock = fakeClock()) =>
    previewEmailTemplate({ parseTemplate, clock }, previewRequest.parse({ subject, body, variables }));

  it("renders both, with the names in order of first mention", () => {
    expect(preview("{{.b}}", "{{.a}} {{.b}}", { a: "1", b: "2" })).toEqual({
      subject: "2",
      body: "1 2",
      variables: ["b", "a"],
      missing: [],
    });
  });

  it("names what shows <no value>", () => {
    expect(preview("{{.b}}", "{{.a}} {{.c}}", { a: "1" })).toMatchObject({
      body: "1 <no value>",
      missing: ["b", "c"],
    });
  });

  it.each([
    ["only asked about", "{{if .x}}yes{{else}}no{{end}}"],
    ["only asked about by with", "{{with .x}}{{.}}{{end}}"],
    ["not reached", "{{if .never}}{{.x}}{{end}}"],
    ["shown by its other", "{{or .x .given}}"],
  ])("does not name as missing what is %s", (_what, body) => {
    expect(preview("", body, { given: "1" }).missing).toEqual([]);
  });

  it("tells a missing name apart from a text that says <no value>", () => {
    expect(preview("<no value>", "{{if .x}}<no value>{{end}}{{.y}}").missing).toEqual(["y"]);
    expect(preview("", "{{.x}}", { x: "<no value>" }).missing).toEqual([]);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("treats %s like any other name", (name) => {
    const body = `{{.${name}}}`;
    expect(preview("", body)).toMatchObject({ body: "<no value>", variables: [name], missing: [name] });
    expect(preview("", body, JSON.parse(`{"${name}":"v"}`))).toMatchObject({ body: "v", missing: [] });
    expect(Object.prototype).not.toHaveProperty("v");
  });

  it("does not blame a name whose value would make the template fail", () => {
    expect(preview("", "{{.y}}{{if eq (len .y) 0}}{{end}}", { y: "" }).missing).toEqual([]);
    expect(preview("", '{{if ne .x .nothing}}{{index "" 9}}{{end}}{{.y}}').missing).toContain("y");
  });

  it("folds the line breaks of a subject (D18a)", () => {
    expect(preview("{{.a}}", "{{.a}}", { a: "1\r\n2\u20283" })).toMatchObject({
      subject: "1 2 3",
      body: "1\r\n2\u20283",
    });
  });

  it("says where a template is wrong", () => {
    const refusal = { code: "invalid_request", message: "body is not a valid template" };
    expect(() => preview("ok", "a\n{{.x")).toThrow(
      expect.objectContaining({ ...refusal, detail: expect.stringMatching(/body:\d/) }),
    );
    expect(() => preview('{{index "x" 9}}', "ok")).toThrow(
      expect.objectContaining({ message: "subject could not be rendered", detail: expect.stringContaining("index") }),
    );
  });

  it("stops looking for the missing ones when its time is up, and names every absent one", () => {
    const names = Array.from({ length: 50 }, (_, i) => `n${i}`);
    const body = `{{.shown}}${names.map((name) => `{{if .${name}}}{{end}}`).join("")}`;
    let looks = 0;
    const clock = {
      // Every look takes 100 ms: the search has time for three names.
      now: () => {
        looks += 1;
        return looks * 100;
      },
    };
    const { missing } = previewEmailTemplate({ parseTemplate, clock }, previewRequest.parse({ body, subject: "" }));
    expect(missing[0]).toBe("shown");
    expect(missing).not.toContain("n0");
    expect(missing).toContain("n49");
    expect(looks).toBeLessThan(60);
  });

  it("answers for hostile templates within a generous time, however many names are absent", () => {
    const slow = "{{range 200000}}{{end}}";
    const names = Array.from({ length: 300 }, (_, i) => `{{.n${i}}}`).join("");
    const startedAt = performance.now();
    const { missing } = preview("", slow + names, {}, { now: () => performance.now(), advance: () => {} });
    expect(missing).toHaveLength(300);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
