import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isLostPage, isPanelPage, PANEL_SECTIONS, PREVIEW_HEADERS, panelHeaders } from "../../../lib/panel-site.ts";
import { groupsFor, isCurrent, NAVIGATION } from "../../../panel/src/layout/navigation.ts";
import { routes } from "../../../shared/routes.ts";

const PANEL = join(import.meta.dirname, "../../../panel");
/** The file is read as text, because it needs the types of a browser. */
const panelPaths = [...readFileSync(join(PANEL, "src/routes.tsx"), "utf8").matchAll(/path: "([^"]+)"/g)].map(
  // A page may serve a list and one of its records.
  ([, path = ""]) => path.replace(/\/:id\?$/, ""),
);

describe("the panel's addresses", () => {
  it.each(panelPaths)("%s is served with the panel's document, so that a reload finds it", (path) => {
    expect(isPanelPage(path)).toBe(true);
  });

  it.each(NAVIGATION.flatMap(({ entries }) => entries))("$path in the navigation is a page", ({ path }) => {
    expect(panelPaths).toContain(path);
  });

  it.each(routes.map(({ path }) => path))("%s stays the API's", (path) => {
    expect([isPanelPage(path), isLostPage(path)]).toEqual([false, false]);
  });

  it.each(["/nope", "/apix", "/panel", "/docsx/y", "/healthy"])("%s is nobody's", (path) => {
    expect(isLostPage(path)).toBe(true);
  });

  it.each([
    "",
    "//",
    "/admin/api",
    "/admin/api/nowhere",
    "/panel/api/x",
    "/api",
    "/assets/x.js",
    "/api-keysx",
    "/nope",
  ])("%j is no page", (path) => {
    expect(isPanelPage(path)).toBe(false);
  });

  it("includes everything below a section", () => {
    for (const section of PANEL_SECTIONS) expect(isPanelPage(`/${section}/a/b`)).toBe(true);
  });
});

describe("the panel's policy", () => {
  it("allows nothing inline and nothing from elsewhere but the identity provider", () => {
    const policy = panelHeaders({ issuer: "https://id.example/realm" })["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:");
    expect(policy).toContain("connect-src 'self' https://id.example;");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it("keeps a mail's own HTML in a frame without an origin and without requests", () => {
    expect(PREVIEW_HEADERS["content-security-policy"]).toMatch(/^sandbox allow-scripts; default-src 'none'/);
  });

  it("is kept by the documents: no inline script, style or handler", () => {
    for (const file of ["index.html", "public/preview.html"]) {
      const html = readFileSync(join(PANEL, file), "utf8");
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    }
  });
});

describe("the navigation", () => {
  it("shows a page and what lies below it as the current one, and Home only at home", () => {
    expect(isCurrent("/api-keys", "/api-keys")).toBe(true);
    expect(isCurrent("/notifications", "/notifications/1")).toBe(true);
    expect(isCurrent("/notifications", "/notifications-x")).toBe(false);
    expect(isCurrent("/", "/api-keys")).toBe(false);
    const within = "/events/webhooks/1";
    expect([
      isCurrent("/events", within),
      isCurrent("/events/webhooks", within),
      isCurrent("/events", "/events"),
    ]).toEqual([false, true, true]);
  });

  it("shows administration to administrators only, and the sandbox in test mode only", () => {
    const labels = (isAdministrator: boolean, mode: "live" | "test") =>
      groupsFor(isAdministrator, mode).map(({ label }) => label);
    expect(labels(true, "live")).toContain("Administration");
    expect([...labels(false, "live"), ...labels(true, "test")]).not.toContain("Administration");
    expect(labels(false, "test")).toContain("Test mode");
    expect(labels(true, "live")).not.toContain("Test mode");
    expect(new Set([...groupsFor(true, "live"), ...groupsFor(true, "test")])).toEqual(new Set(NAVIGATION));
  });
});
