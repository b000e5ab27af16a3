import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chaptersOf } from "../../../local/guides/contents.ts";
import { guidesSite } from "../../../local/guides/guides-site.ts";
import { renderPage } from "../../../local/guides/markdown.ts";

describe("renderPage()", () => {
  const html = (text: string, page = "one") => renderPage(page, text).html;

  it("gives each heading an anchor of its own", () => {
    const page = "# A `b` & c\n\n## Limits\n\n## Limits\n";
    expect([...html(page).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      "a-b--c",
      "limits",
      "limits-1",
    ]);
    expect(renderPage("one", page).title).toBe("A b & c");
  });

  it("leads to other guides, from anywhere among them, and to nothing that is not served", () => {
    const link = (href: string, page?: string) => /href="([^"]*)"/.exec(html(`[x](${href})`, page))?.[1];
    expect(link("two.md")).toBe("/docs/guides/two");
    expect(link("two.md#limits")).toBe("/docs/guides/two#limits");
    expect(link("decisions")).toBe("/docs/guides/decisions/index");
    expect(link("specification/README.md")).toBe("/docs/guides/specification/index");
    expect(link("../two.md", "decisions/one")).toBe("/docs/guides/two");
    expect(link("#here")).toBe("#here");
    expect(link("https://example.com/?a=1&b=%22")).toBe("https://example.com/?a=1&amp;b=%22");
    for (const href of ["../README.md", "../lib/x.ts", "javascript:alert(1)", "data:text/html,x"])
      expect(link(href)).toBeUndefined();
  });

  it("shows HTML instead of obeying it, in text, in code and in words of a link", () => {
    const bad = "<script>alert(1)</script>";
    for (const text of [
      bad,
      `x ${bad}`,
      `\`${bad}\``,
      `\`\`\`sh\n${bad}\n\`\`\``,
      `[${bad}](two.md)`,
      `# ${bad}`,
      `| ${bad} |\n|---|\n| x |`,
    ]) {
      expect(html(text)).not.toContain("<script");
      expect(html(text)).toContain("&lt;script&gt;");
    }
  });

  it("shows pictures of its own folder, and of no other place", () => {
    expect(html("![Home](pictures/home-light.jpg)")).toContain(
      '<img src="/docs/guides/assets/pictures/home-light.jpg" alt="Home" loading="lazy">',
    );
    for (const href of ["https://example.com/x.jpg", "pictures/../../x.jpg", "data:image/png;base64,AA"])
      expect(html(`![a "b"](${href})`)).not.toContain("<img");
  });

  it("notes the words of each section for the search", () => {
    const { sections } = renderPage(
      "one",
      "# One\n\nfirst `word`\n\n## Two\n\n| a | b |\n|---|---|\n| c | [d](x.md) |\n",
    );
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ["one", "One"],
      ["two", "Two"],
    ]);
    expect(sections[0]?.text).toBe("first word");
    expect(sections[1]?.text).toBe("a b c d");
  });
});

describe("chaptersOf()", () => {
  it("keeps a page that nobody has placed, and names none that is not there", () => {
    const chapters = chaptersOf(["zebra", "quickstart", "decisions/x", "limits"]);
    expect(chapters.flatMap(({ pages }) => pages)).toEqual(["quickstart", "limits", "zebra", "decisions/index"]);
  });
});

describe("guidesSite()", () => {
  it("has every picture that a page shows", async () => {
    const site = await guidesSite();
    const shown = [...site.values()].flatMap(({ text }) => [...text.matchAll(/<img src="\/docs\/guides\/([^"]+)"/g)]);
    expect(shown.length).toBeGreaterThan(10);
    for (const [, path = ""] of shown) expect(site.get(path)?.bytes?.length, path).toBeLessThan(120_000);
  });

  it("is every page with all others in its navigation, an index of the decisions, and no script or style within a page", async () => {
    const site = await guidesSite();
    const pages = [...site].filter(([, { type }]) => type.startsWith("text/html"));
    const quickstart = site.get("quickstart")?.text ?? "";
    for (const [path, { text }] of pages) {
      if (!path.startsWith("decisions/")) expect(quickstart).toContain(`href="/docs/guides/${path}"`);
      else if (path !== "decisions/index")
        expect(site.get("decisions/index")?.text).toContain(`href="/docs/guides/${path}"`);
      expect(text).not.toMatch(
        /<script(?! type="module" src="\/docs\/guides\/assets\/search\.js"><\/script>)|<style|\sstyle=|\son\w+=/,
      );
    }
    expect(quickstart).toContain('aria-current="page">Quickstart');
    const broken = pages.flatMap(([path, { text }]) =>
      [...text.matchAll(/href="\/docs\/guides\/([^"#]*)/g)]
        .map(([, to]) => to ?? "")
        .filter((to) => !site.has(to))
        .map((to) => `${path} -> ${to}`),
    );
    expect(broken).toEqual([]);
    const index = JSON.parse(site.get("assets/search-index.json")?.text ?? "") as { href: string; text: string }[];
    expect(index.find(({ href }) => href === "/docs/guides/errors#a-failed-notification")?.text).toContain(
      "last_error",
    );
  });

  it("reads whatever folder it is given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "herald-guides-"));
    try {
      writeFileSync(join(folder, "only.md"), "# Only <this>\n\ntext\n");
      const site = await guidesSite(folder);
      expect(site.get("only")?.text).toContain("<title>Only &lt;this&gt; - Herald</title>");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
