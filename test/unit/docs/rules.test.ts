import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, it } from "vitest";
import { contentsOf } from "../../../docs/.vitepress/contents.ts";
import { InlineScripts } from "../../../docs/.vitepress/inline-scripts.ts";
import { addressOf } from "../../../docs/.vitepress/rules/links.ts";
import { GUIDES_MARKDOWN } from "../../../docs/.vitepress/rules/markdown.ts";
import { GUIDES_ROOT, guidesFile } from "../../../lib/guides-site.ts";
import { anchorsIn } from "../../support/guides/headings.ts";

let md: MarkdownRenderer;
beforeAll(async () => {
  md = await createMarkdownRenderer(".", GUIDES_MARKDOWN, `${GUIDES_ROOT}/`);
});
const html = (text: string, relativePath = "one.md") => md.renderAsync(text, { relativePath, cleanUrls: true });
const block = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n\n`;
const read = (text: string) =>
  text
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"');

describe("a table of a guide", () => {
  it("says in each cell what its column is, for screens without room for columns", async () => {
    const shown = await html(
      "| Status | `Code` | What |\n|---|---|---|\n| 400 | `x` | a |\n| 401 | `y` | |\n\n| A |\n|---|\n| 1 |\n",
    );
    expect([...shown.matchAll(/<td data-label="([^"]*)">/g)].map(([, label]) => label)).toEqual([
      ...["Status", "Code", "What", "Status", "Code", "What", "A"],
    ]);
  });
});

describe("a block of a guide", () => {
  it("is shown without its marks", async () => {
    const shown = await html(block("sh run needs=openssl no-run=needs-aws file=a.mjs", "ls -l"));
    expect(shown).toContain('class="language-sh"');
    expect(read(shown)).toMatch(/^\s*sh\s*ls -l\s*$/);
  });

  it("stands with its neighbours behind tabs, in their order, the first one chosen", async () => {
    const shown = await html(
      `${block("sh run tab=curl", "curl x")}${block("ts file=a.mts tab=TypeScript", "1")}${block("go file=a.go tab=Go", "2")}`,
    );
    expect([...shown.matchAll(/<label[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual(["curl", "TypeScript", "Go"]);
    expect(shown.match(/class="vp-code-group"/g)).toHaveLength(1);
    expect(shown.match(/<input[^>]* checked>/g)).toHaveLength(1);
    expect(shown.match(/class="language-\w+/g)).toEqual([
      'class="language-sh',
      'class="language-ts',
      'class="language-go',
    ]);
  });

  it("has tabs of its own behind other text, and none without a mark", async () => {
    const tab = block("sh run tab=curl", "ls") + block("python file=a.py tab=Python", "1");
    expect((await html(`${tab}Then\n\n${tab}`)).match(/class="vp-code-group"/g)).toHaveLength(2);
    expect(await html(block("sh run", "ls") + block("python file=a.py", "1"))).not.toContain("vp-code-group");
  });

  it("is told apart from what it prints, also between tabs", async () => {
    const shown = await html(block("sh run tab=curl", "ls") + block("json output", "{}"));
    expect(shown).toMatch(/<div class="output">\s*<div class="language-json/);
    expect(shown.indexOf('class="output"')).toBeGreaterThan(shown.indexOf("language-sh"));
    expect(shown.match(/class="vp-code-group"/g)).toHaveLength(1);
  });

  it("is coloured by classes: the policy allows no style within a page", async () => {
    const shown = await html(`${block("ts no-run=x", 'const a = "b";')}| a |\n|--:|\n| b |\n`);
    expect(shown).toContain('class="code-keyword"');
    expect(shown).toMatch(/<td [^>]*class="right"/);
    expect(shown).not.toContain("style=");
  });
});

describe("the text of a guide", () => {
  it("shows HTML and braces instead of obeying them, in text, code, links, headings and tables", async () => {
    const bad = "<script>alert(1)</script> {{ 1 + 1 }}";
    for (const text of [
      bad,
      `x ${bad}`,
      `\`${bad}\``,
      block("sh", bad),
      `[${bad}](two.md)`,
      `# ${bad}`,
      `| ${bad} |\n|---|\n| x |`,
    ]) {
      const shown = await html(text);
      expect(shown).not.toContain("<script");
      expect(shown).toMatch(/&#x3C;|&lt;/);
      if (!text.startsWith("```")) expect(shown).not.toContain(">{{");
    }
    expect(await html("a `{{.name}}` b {{.x}}")).toBe("<p>a <code>&#123;&#123;.name}}</code> b &#123;&#123;.x}}</p>\n");
  });

  it("shows a picture of the panel as the page is, light or dark, and any other as it stands", async () => {
    const sources = async (text: string) =>
      [...(await html(text)).matchAll(/<img[^>]*>/g)].map(([img]) =>
        [/src="([^"]*)"/, /class="([^"]*)"/].map((part) => part.exec(img)?.[1]),
      );
    expect(await sources("![Home](pictures/home-light.jpg)")).toEqual([
      ["./pictures/home-light.jpg", "in-light"],
      ["./pictures/home-dark.jpg", "in-dark"],
    ]);
    expect(await sources("![Home](pictures/home.jpg)")).toEqual([["./pictures/home.jpg", undefined]]);
  });

  it("leaves out a line that is for those who edit the page", async () => {
    expect(await html("a\n\n<!-- Printed. -->\n\nb\n")).toBe("<p>a</p>\n<p>b</p>\n");
  });

  it("gives headings the anchors that code hosts give", async () => {
    const page = "# A `b` & c\n\n## 1. Start\n\n## Limits\n\n## Limits\n";
    const shown = [...(await html(page)).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(shown).toEqual(["a-b--c", "1-start", "limits", "limits-1"]);
    expect(anchorsIn(page)).toEqual(shown);
  });

  it("leads to other guides, from anywhere among them, and to nothing that is not served", async () => {
    const link = async (href: string, page?: string) => /href="([^"]*)"/.exec(await html(`[x](${href})`, page))?.[1];
    expect(await link("two.md")).toBe("/docs/guides/two");
    expect(await link("two.md#the-limits")).toBe("/docs/guides/two#the-limits");
    expect(await link("decisions")).toBe("/docs/guides/decisions/");
    expect(await link("specification/README.md")).toBe("/docs/guides/specification/");
    expect(await link("../two.md", "decisions/one.md")).toBe("/docs/guides/two");
    expect(await link("#here")).toBe("#here");
    expect(await link("https://example.com/?a=1&b=%22")).toBe("https://example.com/?a=1&amp;b=%22");
    for (const href of ["../README.md", "../lib/x.ts", "javascript:alert(1)", "data:text/html,x", "pictures"])
      expect(await link(href)).toBeUndefined();
    expect(read(await html("see [the code](../lib/x.ts) there"))).toBe("see the code there\n");
    expect(addressOf("../x.md", "one.md")).toBeUndefined();
  });
});

describe("contentsOf()", () => {
  it("keeps a page that nobody has placed, names none that is not there, and keeps users' pages apart", () => {
    const { using, changing, decisions } = contentsOf([
      "index",
      "zebra",
      "quickstart",
      "decisions/x",
      "decisions/index",
      "limits",
      "glossary",
    ]);
    expect(using.flatMap(({ pages }) => pages)).toEqual(["quickstart", "limits", "zebra"]);
    expect(changing.flatMap(({ pages }) => pages)).toEqual(["glossary", "decisions/index"]);
    expect(decisions.pages).toEqual(["decisions/x"]);
  });
});

describe("guidesFile()", () => {
  it.each([
    ["/", "/index.html"],
    ["/quickstart", "/quickstart.html"],
    ["/decisions/", "/decisions/index.html"],
    ["/decisions/index", "/decisions/index.html"],
    ["/assets/a.1b.js", "/assets/a.1b.js"],
  ])("finds the file of %s", (path, file) => {
    expect(guidesFile(path)).toBe(file);
  });
});

describe("InlineScripts", () => {
  it("moves the scripts of a page into a file, and drops the styles that the style sheet has", () => {
    const page = '<head>\n<script id="check-dark-mode">a()</script>\n</head><p style="position:relative;">x</p>';
    expect(new InlineScripts().outOf(page, "/g/")).toBe(
      '<head>\n  <script src="/g/assets/first.js"></script>\n  </head><p>x</p>',
    );
  });
});
