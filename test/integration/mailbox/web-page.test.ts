import { describe, expect, it } from "vitest";
import { aMailbox, listed, send } from "./mailbox-fixture.ts";

/** Reads the event stream until it has said `changed` this many times. */
async function changes(url: string, wanted: number, onFirst: () => Promise<unknown>): Promise<number> {
  const abort = AbortSignal.timeout(10_000);
  const response = await fetch(`${url}/api/events`, { signal: abort });
  let seen = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    seen += decoder.decode(chunk).split("event: changed").length - 1;
    if (seen === 1) await onFirst();
    if (seen >= wanted) break;
  }
  return seen;
}

async function scriptsOf({ url }: { url: string }): Promise<string> {
  const scripts = ["/mailbox.js", "/message.js", "/page.js"].map(async (path) => (await fetch(`${url}${path}`)).text());
  return (await Promise.all(scripts)).join("\n");
}

describe("mailbox web page", () => {
  it.each([
    ["/", "text/html; charset=utf-8"],
    ["/mailbox.js", "text/javascript; charset=utf-8"],
    ["/message.js", "text/javascript; charset=utf-8"],
    ["/page.js", "text/javascript; charset=utf-8"],
    ["/mailbox.css", "text/css; charset=utf-8"],
    ["/look.css", "text/css; charset=utf-8"],
    ["/inter.woff2", "font/woff2"],
  ])("GET %s is served with a policy that allows nothing inline", async (path, contentType) => {
    const mailbox = await aMailbox();
    const response = await fetch(`${mailbox.url}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, contentType]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("has no inline script, style or handler, and loads only its own files", async () => {
    const mailbox = await aMailbox();
    const page = await (await fetch(mailbox.url)).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    expect(loaded).toEqual(["data:,", "/look.css", "/mailbox.css", "/mailbox.js"]);
  });

  it("never sets markup from its scripts, and loads nothing but its own modules", async () => {
    const mailbox = await aMailbox();
    const script = await scriptsOf(mailbox);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval\(|new Function/);
    expect(script).toContain('frame.setAttribute("sandbox", "")');
    const imported = new Set([...script.matchAll(/from "([^"]+)"/g)].map(([, path]) => path));
    expect(imported).toEqual(new Set(["./page.js", "./message.js"]));
  });

  it("names only elements that the page has", async () => {
    const mailbox = await aMailbox();
    const page = await (await fetch(mailbox.url)).text();
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const named = [...(await scriptsOf(mailbox)).matchAll(/element\("([^"]+)"\)/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("serves a mail's html under a sandbox of its own, and says `sandbox` for the raw bytes too", async () => {
    const mailbox = await aMailbox();
    await send(mailbox.smtpPort, { to: "b@y.test", html: "<script>alert(1)</script><p>Hi</p>" });
    const [message] = await listed(mailbox);
    for (const part of ["html", "raw"]) {
      const response = await fetch(`${mailbox.url}/api/messages/${message?.id}/${part}`);
      expect(response.headers.get("content-security-policy")).toBe(
        "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
      );
      expect(await response.text()).toContain("<p>Hi</p>");
    }
  });

  it("tells of mail as it arrives", async () => {
    const mailbox = await aMailbox();
    const seen = await changes(mailbox.url, 2, () => send(mailbox.smtpPort, { to: "b@y.test" }));
    expect(seen).toBe(2);
  });

  it("takes 100 listeners and refuses the next with 503", async () => {
    const mailbox = await aMailbox();
    const abort = new AbortController();
    const open = () => fetch(`${mailbox.url}/api/events`, { signal: abort.signal });
    const listeners = await Promise.all(Array.from({ length: 100 }, open));
    expect(listeners.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    expect((await open()).status).toBe(503);
    abort.abort();
  });
});
