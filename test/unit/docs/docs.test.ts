import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Marked } from "marked";
import { describe, expect, it } from "vitest";
import { tables } from "../../../lib/tables.ts";
import { anchorsIn } from "../../support/guides/headings.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDERS = ["docs", "client", "examples"];
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const files = (folder: string, ending: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((name) => !name.includes("node_modules"));

const ROOT_PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
const pages = [...ROOT_PAGES, ...FOLDERS.flatMap((folder) => files(folder, ".md"))];

function linksIn(text: string): string[] {
  const found: string[] = [];
  const marked = new Marked();
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") found.push(String(token.href));
  });
  return found.filter((href) => !/^(https?:|mailto:)/.test(href));
}

function problemWith(href: string, file: string): string | undefined {
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return `${file}: ${href} leads nowhere`;
  if (anchor === undefined) return undefined;
  return anchorsIn(read(target)).includes(anchor) ? undefined : `${file}: ${href} names no heading`;
}

describe("the pages of the repository", () => {
  for (const file of pages)
    it(`${file} begins with a title, and its links lead somewhere`, () => {
      const text = read(file);
      expect(text).toMatch(/^# \S/);
      expect(linksIn(text).flatMap((href) => problemWith(href, file) ?? [])).toEqual([]);
    });

  it("are named, tested and found: a link to a missing page or heading is a problem", () => {
    expect(problemWith("nowhere.md", "docs/limits.md")).toBe("docs/limits.md: nowhere.md leads nowhere");
    expect(problemWith("concepts.md#nothing", "docs/limits.md")).toBe(
      "docs/limits.md: concepts.md#nothing names no heading",
    );
    expect(problemWith("concepts.md#doing-it-again-safely", "docs/limits.md")).toBeUndefined();
  });
});

describe("docs/restore.md", () => {
  const restore = read("docs/restore.md");

  it("names every table that restore-table brings back, and those with a stream as the first", () => {
    const [, named = ""] = /^TABLE is ([^.]*)\./m.exec(restore) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(tables.map(({ name }) => name));
    const [, first = ""] = /those with a stream first \(([^)]*)\)/.exec(restore) ?? [];
    const streamed = tables.flatMap(({ name, stream }) => (stream ? name : []));
    expect([...first.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(streamed);
  });
});

describe("docs/errors.md", () => {
  const errors = read("docs/errors.md");

  it("has every message that the specification fixes", () => {
    const fixed = [
      ...["name is required", "subject is required", "body is required", "body_type must be one of: text, html"],
      ...["subject is not a valid template", "body is not a valid template", "template_id not found"],
      ...["invalid request body", "failed to send test email", "too many requests"],
    ];
    expect(fixed.filter((message) => !errors.includes(`\`${message}\``))).toEqual([]);
  });

  it("or another guide has every message that stands in the code as it is shown", () => {
    const guides = files("docs", ".md")
      .filter((name) => !name.startsWith("docs/specification/"))
      .map(read)
      .join("\n");
    const sources = [...files("shared", ".ts"), ...files("functions", ".ts")].map(read).join("\n");
    const literal = /(?:\binvalid\(|new Refusal\(\s*"\w+",)\s*"([^"]+)"/g;
    const messages = [...sources.matchAll(literal)].map(([, message]) => message ?? "");
    expect(messages.length).toBeGreaterThan(30);
    expect(messages.filter((message) => !guides.includes(`\`${message}\``))).toEqual([]);
  });
});
