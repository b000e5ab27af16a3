import { createHash } from "node:crypto";
import type { HttpAnswer } from "../edge/http-answer.ts";
import type { FollowedLink } from "./unsubscribe.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 12vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.375rem; line-height: 1.3; }
b { overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; padding: 0.75rem 1.5rem; border-radius: 0.5rem; border: 1px solid; cursor: pointer; background: Canvas; color: CanvasText; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`;

/** The pages have no script and no link, so the policy allows only their own style and their form. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy": POLICY,
} as const;

/** `content` is HTML. A topic has no characters that HTML would read as markup. */
const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;

const question = (topic: string): string =>
  page(
    "Do you want to unsubscribe?",
    `<p>You will get no more mail about <b>${topic}</b> from this sender.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
  );

const done = (topic: string): string =>
  page("You are unsubscribed", `<p>You are unsubscribed from <b>${topic}</b>. You can close this page.</p>`);

const UNKNOWN = page(
  "This link is not valid",
  "<p>It may have been cut off. Open it again from the mail, or write to the sender.</p>",
);

/** Answers with the page for a link (D45a). A bad token has the status 404. */
export function unsubscribePage(link: FollowedLink | undefined): HttpAnswer {
  if (link === undefined) return { statusCode: 404, headers: HEADERS, body: UNKNOWN };
  return { statusCode: 200, headers: HEADERS, body: link.isUnsubscribed ? done(link.topic) : question(link.topic) };
}
