import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { guidesListener } from "../../local/guides/guides-listener.ts";

const PAGE = Buffer.from("<p>é</p>");
const BROWSER = { accept: "text/html,*/*" };

describe("guidesListener()", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  const serving = async (load: () => Promise<ReadonlyMap<string, Buffer>>, addresses = {}) => {
    const guides = guidesListener({ load, addresses: () => addresses });
    const listening = createServer((request, response) => guides(request.url ?? "")?.(request, response)).listen(
      0,
      "127.0.0.1",
    );
    server = listening;
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;
    return (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", headers });
  };

  it("takes what is below its address, and nothing else", () => {
    const guides = guidesListener({ load: async () => new Map() });
    const paths = ["/docs/guides", "/docs/guides/", "/docs/guides/x", "/docs", "/docs/guidesx", "/docs/start.js", "/"];
    expect(paths.map((path) => guides(path) !== undefined)).toEqual([true, true, true, false, false, false, false]);
  });

  it("loads once, at the first request, and answers bytes", async () => {
    let loaded = 0;
    const get = await serving(async () => {
      loaded += 1;
      return new Map([["/one.html", PAGE]]);
    });
    expect(loaded).toBe(0);
    const [first, second] = await Promise.all([get("/docs/guides/one"), get("/docs/guides/one")]);
    expect([first.status, await first.text(), first.headers.get("content-length")]).toEqual([200, "<p>é</p>", "9"]);
    expect([second.status, loaded]).toEqual([200, 1]);
    expect((await get("/docs/guides/two")).status).toBe(404);
  });

  it("shows people a page where there is none, and answers programs JSON", async () => {
    const get = await serving(async () => new Map([["/404.html", PAGE]]));
    const forPeople = await get("/docs/guides/two", { accept: "text/html,*/*" });
    expect([forPeople.status, await forPeople.text()]).toEqual([404, "<p>é</p>"]);
    const forPrograms = await get("/docs/guides/two");
    expect([forPrograms.status, await forPrograms.json()]).toEqual([404, { error: "not found" }]);
  });

  it("leads to where the stack really listens, and changes no other address", async () => {
    const text =
      '<a href="http://127.0.0.1:3000">panel</a> <a href="http://127.0.0.1:3002/x">mailbox</a> http://127.0.0.1:30021 127.0.0.1:3000';
    const page = Buffer.from(text);
    // The panel's new port is the mailbox's usual one.
    const addresses = { 3000: "http://127.0.0.1:3002", 3002: "http://127.0.0.1:4102" };
    const get = await serving(async () => new Map([["/one.html", page]]), addresses);
    const answer = await get("/docs/guides/one");
    const shown =
      '<a href="http://127.0.0.1:3002">panel</a> <a href="http://127.0.0.1:4102/x">mailbox</a> http://127.0.0.1:30021 127.0.0.1:3000';
    expect([await answer.text(), answer.headers.get("content-length")]).toEqual([shown, String(shown.length)]);
  });

  it("sends who asks for the guides to their first page, and finds the files of pages and folders", async () => {
    const get = await serving(
      async () =>
        new Map([
          ["/index.html", PAGE],
          ["/a/index.html", PAGE],
          ["/a.woff2", Buffer.of(0xff)],
        ]),
    );
    const first = await get("/docs/guides");
    expect([first.status, first.headers.get("location")]).toEqual([302, "/docs/guides/"]);
    for (const path of ["/", "/a/", "/a/index"])
      expect([path, (await get(`/docs/guides${path}`)).status]).toEqual([path, 200]);
    const font = await get("/docs/guides/a.woff2");
    expect([font.headers.get("content-type"), [...new Uint8Array(await font.arrayBuffer())]]).toEqual([
      "font/woff2",
      [0xff],
    ]);
  });

  it("tells people that the guides are being built, and lets programs wait for them", async () => {
    const built = Promise.withResolvers<ReadonlyMap<string, Buffer>>();
    const get = await serving(() => built.promise);
    const forProgram = get("/docs/guides/one");
    const forPeople = await get("/docs/guides/one", BROWSER);
    expect([forPeople.status, forPeople.headers.get("refresh")]).toEqual([202, "1"]);
    // A browser would save any other type as a file.
    expect(forPeople.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await forPeople.text()).toContain("The guides are being built");
    built.resolve(new Map([["/one.html", PAGE]]));
    expect(await (await forProgram).text()).toBe("<p>é</p>");
    expect(await (await get("/docs/guides/one", BROWSER)).text()).toBe("<p>é</p>");
  });

  it("says nothing of its inside when they cannot be read, and tries again the next time", async () => {
    let loaded = 0;
    const get = await serving(async () => {
      loaded += 1;
      if (loaded === 1) throw new Error("/secret/path");
      return new Map([["/one.html", PAGE]]);
    });
    const failed = await get("/docs/guides/one");
    expect([failed.status, await failed.text()]).toEqual([500, '{"error":"internal error"}']);
    expect((await get("/docs/guides/one")).status).toBe(200);
  });
});
