import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { builtGuides } from "../../lib/guides-build.ts";
import { GUIDES_ROOT, guidesFile } from "../../lib/guides-site.ts";
import { filesByPath } from "../../local/site-files.ts";

describe("the guides' site", () => {
  let pages: ReadonlyMap<string, string>;
  let all: ReadonlyMap<string, Buffer>;
  beforeAll(async () => {
    all = await filesByPath(join(await builtGuides(), GUIDES_ROOT));
    pages = new Map(
      [...all].filter(([name]) => name.endsWith(".html")).map(([name, bytes]) => [name, bytes.toString()]),
    );
  });

  const linksIn = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to = ""]) => to);

  it("has no script, no style and no handler within a page", () => {
    expect(pages.size).toBeGreaterThan(100);
    for (const [name, html] of pages) {
      const within = html.match(/<script(?![^>]* src=)[^>]*>|<style|\sstyle=|\son\w+=/g) ?? [];
      expect({ name, within }).toEqual({ name, within: [] });
    }
  });

  it("leads nowhere that is not there, pages and headings", () => {
    const broken = [...pages].flatMap(([name, html]) =>
      linksIn(html).flatMap((link) => {
        if (!link.startsWith(`${GUIDES_ROOT}/`) && !link.startsWith("#")) return [];
        const [path = "", anchor] = link.split("#");
        const file = path === "" ? name : guidesFile(path.slice(GUIDES_ROOT.length));
        const isThere = all.has(file) && (!anchor || pages.get(file)?.includes(`id="${decodeURIComponent(anchor)}"`));
        return isThere ? [] : [`${name}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it("names every page in a navigation: users' pages in theirs, contributors' in another", () => {
    const named = (page: string) =>
      new Set(linksIn(pages.get(page) ?? "").map((to) => guidesFile(to.slice(GUIDES_ROOT.length))));
    const using = named("/quickstart.html");
    const changing = named("/structure.html");
    const decisions = named("/decisions/index.html");
    const lost = [...pages.keys()].filter((name) => ![using, changing, decisions].some((names) => names.has(name)));
    expect(lost).toEqual(["/404.html"]);
    expect(using.has("/decisions/weak-references.html")).toBe(false);
    expect(changing.has("/sending.html")).toBe(false);
  });

  it("has each page load little: the lists of the navigation are few, and the search comes when it is asked for", () => {
    const scripts = [...(pages.get("/quickstart.html") ?? "").matchAll(/src="([^"]*)"|modulepreload" href="([^"]*)"/g)];
    const loaded = scripts.map(
      ([, src, preloaded]) => all.get((src ?? preloaded ?? "").slice(GUIDES_ROOT.length)) ?? Buffer.of(),
    );
    expect(loaded.length).toBeGreaterThan(4);
    expect(loaded.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(300_000);
  });

  it("has the pages of which others know the address", () => {
    for (const path of ["/", "/quickstart", "/decisions/index", "/specification/index", "/errors"])
      expect([path, all.has(guidesFile(path))]).toEqual([path, true]);
    expect(pages.get("/errors.html")).toContain('id="a-failed-notification"');
  });
});
