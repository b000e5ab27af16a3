import type { Chapter } from "./contents.ts";
import { escaped, type RenderedPage } from "./markdown.ts";

interface Layout {
  readonly page: string;
  readonly rendered: RenderedPage;
  readonly chapters: readonly Chapter[];
  readonly titleOf: (page: string) => string;
}

/** The whole document around a page: navigation, search, and what comes next. Its script and its styles are files of their own. */
export function layout({ page, rendered, chapters, titleOf }: Layout): string {
  const order = chapters.flatMap(({ pages }) => pages);
  const next = order[order.indexOf(page) + 1];
  const link = (to: string, more = "") => `<a href="/docs/guides/${to}"${more}>${escaped(titleOf(to))}</a>`;
  const entry = (to: string) => `<li>${link(to, to === page ? ' aria-current="page"' : "")}</li>`;
  const navigation = chapters
    .map(({ title, pages }) => `<h2>${escaped(title)}</h2>\n<ul>\n${pages.map(entry).join("\n")}\n</ul>`)
    .join("\n");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(rendered.title)} - Herald</title>
    <link rel="stylesheet" href="/docs/guides/assets/guides.css" />
    <script type="module" src="/docs/guides/assets/search.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">To the text</a>
    <header>
      <p class="brand"><a href="/docs/guides/quickstart">Herald guides</a></p>
      <form role="search">
        <label for="search">Search</label>
        <input id="search" type="search" autocomplete="off" aria-controls="results" />
      </form>
      <ul id="results" aria-live="polite" hidden></ul>
      <nav aria-label="Guides">
${navigation}
<h2>API</h2>
<ul>
<li><a href="/docs">API reference</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
</ul>
      </nav>
    </header>
    <main id="content">
${rendered.html}${next === undefined || !order.includes(page) ? "" : `<p class="next">Next: ${link(next)}</p>`}
    </main>
  </body>
</html>
`;
}
