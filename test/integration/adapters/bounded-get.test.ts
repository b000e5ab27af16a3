import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TopicServiceUnavailableError } from "../../../shared/cloud-topic/ports.ts";
import { boundedGet } from "../../../shared/cloud-topic/sns/bounded-get.ts";

let server: Server;
let url: string;
const visited: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    visited.push(request.url ?? "");
    if (request.url === "/moved") response.writeHead(302, { location: "/certificate" }).end();
    else if (request.url === "/large") response.end("x".repeat(1_000_000));
    else if (request.url === "/trickle") response.write("x");
    else if (request.url === "/certificate") response.end("a certificate");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("boundedGet()", () => {
  it("answers status and text", async () => {
    expect(await boundedGet()(`${url}/certificate`)).toEqual({ status: 200, text: "a certificate" });
  });

  it("follows no redirect", async () => {
    visited.length = 0;
    expect(await boundedGet()(`${url}/moved`)).toEqual({ status: 302, text: "" });
    expect(visited).toEqual(["/moved"]);
  });

  it("reads nothing of what is too long", async () => {
    expect(await boundedGet()(`${url}/large`)).toEqual({ status: 200, text: "" });
  });

  it.each(["/silent", "/trickle"])("is over in time for %s", async (path) => {
    const startedAt = performance.now();
    await expect(boundedGet(200)(`${url}${path}`)).rejects.toBeInstanceOf(TopicServiceUnavailableError);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it("says so when nobody listens", async () => {
    await expect(boundedGet()("http://127.0.0.1:9/")).rejects.toBeInstanceOf(TopicServiceUnavailableError);
  });
});
