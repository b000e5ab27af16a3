import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FiledTemplate } from "../../../../ops/templates/filed-template.ts";
import { readFolder, removeTemplate, writeTemplate } from "../../../../ops/templates/template-folder.ts";

const template: FiledTemplate = {
  ...{ reference: "receipt", name: "Receipt", subject: "S", body: "<p>B</p>", bodyType: "html" },
  ...{ strict: false, escape: "none", samples: { name: "Ann" } },
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-templates-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, texts: Readonly<Record<string, string>>) => {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, name, file), text);
};

describe("a folder of templates", () => {
  it("has again what was written, and no file that a template no longer has", () => {
    writeTemplate(folder, template);
    expect(readFolder(folder)).toEqual([template]);
    const plain: FiledTemplate = { ...template, body: "B", bodyType: "text", samples: {} };
    writeTemplate(folder, plain);
    expect(readdirSync(join(folder, "receipt")).sort()).toEqual(["body.txt", "template.json"]);
    expect(readFolder(folder)).toEqual([plain]);
  });

  it("may have other files and hidden folders, which stay", () => {
    writeTemplate(folder, template);
    writeFileSync(join(folder, "README.md"), "# Templates");
    put(".git", { config: "" });
    writeFileSync(join(folder, "receipt", "notes.md"), "mine");
    expect(readFolder(folder)).toHaveLength(1);
    removeTemplate(folder, "receipt");
    expect(readFileSync(join(folder, "receipt", "notes.md"), "utf8")).toBe("mine");
    expect(readFolder(folder)).toEqual([]);
    rmSync(join(folder, "receipt"), { recursive: true });
    writeTemplate(folder, template);
    removeTemplate(folder, "receipt");
    expect(readdirSync(folder).sort()).toEqual([".git", "README.md"]);
  });

  it.each(["../site", "..", "a/b", ""])("takes no template whose alias would lead out of it: %j", (reference) => {
    const own = join(folder, "own");
    mkdirSync(own);
    expect(() => writeTemplate(own, { ...template, reference })).toThrow("must be the template's alias");
    expect(() => removeTemplate(own, reference)).toThrow("must be the template's alias");
    expect(readdirSync(folder)).toEqual(["own"]);
  });

  it("names every problem at once", () => {
    put("Order Ready", { "body.txt": "B", "template.json": "{}" });
    put("empty", {});
    put("half", { "template.json": "{}" });
    put("large", { "body.txt": "x".repeat(1_048_577), "template.json": '{"name":"N","subject":"S"}' });
    expect(() => readFolder(folder)).toThrow(
      /^Order Ready: the folder's name must be the template's alias.*; half: it needs body\.html.*; .*large.body\.txt is larger than 1 MiB$/,
    );
  });
});
