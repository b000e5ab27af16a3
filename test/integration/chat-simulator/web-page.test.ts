import { describe, expect, it } from "vitest";
import { aSimulator, control, send, text, writeIn } from "./simulator-fixture.ts";

const SCRIPTS = ["/telephone.js", "/thread.js", "/compose.js", "/page.js"];

async function scriptsOf({ url }: { url: string }): Promise<string> {
  return (await Promise.all(SCRIPTS.map(async (path) => (await fetch(`${url}${path}`)).text()))).join("\n");
}

describe("the telephone (M-telephone)", () => {
  it.each([
    ["/", "text/html; charset=utf-8"],
    ["/telephone.js", "text/javascript; charset=utf-8"],
    ["/thread.js", "text/javascript; charset=utf-8"],
    ["/compose.js", "text/javascript; charset=utf-8"],
    ["/page.js", "text/javascript; charset=utf-8"],
    ["/telephone.css", "text/css; charset=utf-8"],
    ["/look.css", "text/css; charset=utf-8"],
    ["/inter.woff2", "font/woff2"],
  ])("GET %s is served with a policy that allows nothing inline", async (path, contentType) => {
    const { url } = await aSimulator();
    const response = await fetch(`${url}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, contentType]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("has no inline script, style or handler, loads only its own files, and never sets markup", async () => {
    const simulator = await aSimulator();
    const page = await (await fetch(simulator.url)).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)).toEqual([
      "data:,",
      "/look.css",
      "/telephone.css",
      "/telephone.js",
    ]);
    const script = await scriptsOf(simulator);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval\(|new Function/);
  });

  it("names only elements that the page has, and labels every field", async () => {
    const simulator = await aSimulator();
    const page = await (await fetch(simulator.url)).text();
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const used = [...(await scriptsOf(simulator)).matchAll(/element\("([^"]+)"\)/g)].map(([, id]) => id);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((id) => !ids.has(id))).toEqual([]);
    const fields = [...page.matchAll(/<(?:input|select|textarea)[^>]*\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(fields.filter((id) => !page.includes(`<label for="${id}">`))).toEqual([]);
  });

  it("is given customers and threads in both directions", async () => {
    const simulator = await aSimulator();
    await writeIn(simulator, "+15551230001", { type: "text", text: { body: "Hi" }, profile_name: "<b>Ana</b>" });
    await send(simulator, text());
    await send(simulator, text("+15551230002"));
    const { body } = await control(simulator, "GET", "/api/customers");
    expect(body.customers.map(({ customer }: { customer: string }) => customer).toSorted()).toEqual([
      "15551230001",
      "15551230002",
    ]);
    expect(body.customers).toContainEqual(
      expect.objectContaining({
        ...{ customer: "15551230001", profile_name: "<b>Ana</b>" },
        last_message: expect.objectContaining({ type: "text", text: { body: "Hi" } }),
      }),
    );
    const thread = await control(simulator, "GET", "/api/customers/+15551230001/messages");
    expect(thread.body.messages.map(({ direction }: { direction: string }) => direction)).toEqual([
      "from customer",
      "to customer",
    ]);
  });

  it("is told of changes", async () => {
    const simulator = await aSimulator();
    const response = await fetch(`${simulator.url}/api/events`, { signal: AbortSignal.timeout(10_000) });
    let seen = 0;
    for await (const chunk of response.body ?? []) {
      seen += new TextDecoder().decode(chunk).split("event: changed").length - 1;
      if (seen === 1) await writeIn(simulator, "+15551230001", { type: "text", text: { body: "Hi" } });
      if (seen >= 2) break;
    }
    expect(seen).toBe(2);
  });
});
