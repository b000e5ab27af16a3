import { describe, expect, it } from "vitest";
import { type FiledTemplate, filed, requestOf, templateOf, textsOf } from "../../../../ops/templates/filed-template.ts";

const ID = "0190a3b4-0000-7000-8000-000000000001";
const receipt: FiledTemplate = {
  reference: "receipt",
  name: "Receipt",
  subject: "For {{.name}}",
  body: "<p>{{.name}}</p>\n",
  bodyType: "html",
  strict: true,
  escape: "html",
  samples: { name: "Ann", items: [1] },
};
const plain: FiledTemplate = {
  ...{ reference: ID, name: "Plain", subject: "S", body: "no line break", bodyType: "text" },
  ...{ strict: false, escape: "none", samples: {} },
};

describe("the files of a template", () => {
  it("hold it whole, and leave out what has its default", () => {
    expect(textsOf(receipt)).toEqual({
      "template.json":
        '{\n  "name": "Receipt",\n  "subject": "For {{.name}}",\n  "strict": true,\n  "escape": "html"\n}\n',
      "body.html": "<p>{{.name}}</p>\n",
      "samples.json": '{\n  "name": "Ann",\n  "items": [\n    1\n  ]\n}\n',
    });
    expect(textsOf(plain)).toEqual({
      "template.json": '{\n  "name": "Plain",\n  "subject": "S"\n}\n',
      "body.txt": "no line break",
    });
    for (const one of [receipt, plain]) expect(templateOf(one.reference, textsOf(one))).toEqual(one);
  });

  it.each([
    [{}, "receipt: it needs body.html or body.txt, and one of them only"],
    [{ "body.html": "a", "body.txt": "b" }, "receipt: it needs body.html or body.txt, and one of them only"],
    [{ "body.txt": "b" }, "receipt: there is no template.json"],
    [{ "body.txt": "b", "template.json": "{" }, "receipt/template.json is not JSON: "],
    [{ "body.txt": "b", "template.json": '{"name":1,"subject":"S"}' }, "receipt/template.json: name: "],
    [{ "body.txt": "b", "template.json": '{"name":"N","subject":"S","alias":"a"}' }, 'Unrecognized key: "alias"'],
    [
      { "body.txt": "b", "template.json": '{"name":"N","subject":"S"}', "samples.json": "[]" },
      "receipt/samples.json: it must be a JSON object",
    ],
  ])("%j: the problem names the file", (texts, problem) => {
    expect(() => templateOf("receipt", texts)).toThrow(problem);
  });
});

describe("a template of the service", () => {
  const times = { created_at: "2026-11-22T21:10:00Z", updated_at: "2026-11-22T21:10:00Z" };
  const text = { name: "Plain", subject: "S", body: "no line break", body_type: "text" } as const;

  it("without an alias is filed under its id, and written back without one", () => {
    const template = filed({ id: ID, ...text, ...times }, {});
    expect(template).toEqual(plain);
    expect(requestOf(template)).toEqual(text);
  });

  it("with options is written back with them", () => {
    expect(requestOf(receipt)).toEqual({
      ...{ name: "Receipt", subject: "For {{.name}}", body: "<p>{{.name}}</p>\n", body_type: "html" },
      ...{ alias: "receipt", strict: true, escape: "html" },
    });
  });
});
