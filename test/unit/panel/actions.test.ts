import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn } from "../../support/files-in.ts";
import { ACTIONS } from "../../support/panel-actions.ts";

const SOURCES = join(import.meta.dirname, "../../../panel/src");
/** These files may send a request without the helper, because repeating their requests does no harm. */
const UNGUARDED = [
  // This file marks conversations as read or done; marking twice changes nothing.
  "pages/conversations/use-conversations.ts",
  // This file only reads older messages.
  "pages/conversations/use-history.ts",
  // This file only downloads files.
  "pages/notifications/attachment-list.tsx",
];
/**
 * These files may make requests without the panel's client: one sends with an API key in place of the session, and the
 * other needs a kind of request that shows the progress of an upload.
 */
const OWN_REQUESTS = ["pages/api-keys/send-by-key.tsx", "pages/conversations/upload-file.ts"];
const HELPER = "api/use-action.ts";

const sources = filesIn(SOURCES)
  .filter((path) => /\.tsx?$/.test(path) && path !== "api/schema.ts")
  .map((path) => [path, readFileSync(join(SOURCES, path), "utf8")] as const);
const withText = (pattern: RegExp) =>
  sources.filter(([path, text]) => path !== HELPER && pattern.test(text)).map(([path]) => path);

describe("what a form or a button of the panel does", () => {
  it("goes through the one helper that does nothing twice", () => {
    expect(withText(/\buseMutation\b/).sort()).toEqual(UNGUARDED);
  });

  it("is sent by nothing else: no other request of the panel creates or sends", () => {
    expect(withText(/(?:method: |open\()"POST"/).sort()).toEqual(OWN_REQUESTS);
    expect(withText(/\bapiClient\b/)).toEqual(["api/client.ts"]);
  });

  it("is named in the list that the browser test double clicks", () => {
    const acting = withText(/\buse(?:Action|KeyedRequest)\(/);
    expect(acting.length).toBeGreaterThan(20);
    expect(Object.keys(ACTIONS).sort()).toEqual(acting.sort());
  });

  it("is listed by every route that it calls", () => {
    const posts = sources.flatMap(([path, text]) =>
      [...text.matchAll(/\.POST\(\s*"([^"]+)"/g)].map(([, route = ""]) => `${path} POST ${route}`),
    );
    const listed = Object.entries(ACTIONS).flatMap(([path, all]) => all.map((one) => `${path} ${one}`));
    expect(posts.filter((one) => !listed.includes(one))).toEqual([]);
  });
});
