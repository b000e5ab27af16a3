import { describe, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../../shared/edge/contract/route.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { someEdgeServices, TOKEN } from "../../support/some-edge-services.ts";

const API_BURST = 30;
const PANEL_BURST = 120;

const at = (path: `/${string}`, auth: readonly [] | readonly ["access-token"] = ["access-token"]) =>
  route({
    group: "panel",
    operationId: path,
    summary: "",
    method: "GET",
    path,
    auth,
    success: { status: 200, schema: z.strictObject({}) },
    refusals: [],
    uses: [],
    impact: "",
  });
const API = at("/api/v1/things");
const PANEL = at("/panel/api/things");
const ADMIN = at("/admin/api/things");
const HEALTH = at("/health/live", []);
const WEBHOOK = at("/webhooks/cloud/topic/chat", []);

interface Request {
  readonly route?: typeof API;
  readonly token?: string;
  readonly sourceIp?: string;
}

async function aService() {
  const frame = await someEdgeServices();
  const operations = [API, PANEL, ADMIN, HEALTH, WEBHOOK].map((thing) =>
    operation(
      thing,
      async () => ({}),
      () => undefined,
    ),
  );
  const handler = httpFunction(() => frame, operations);
  const ask = ({ route: thing = API, token, sourceIp = "192.0.2.1" }: Request = {}) =>
    handler(anEvent(thing, { sourceIp, ...(token && { headers: { authorization: `Bearer ${token}` } }) }), aContext);
  const passed = async (count: number, requestOf: (i: number) => Request) => {
    let allowed = 0;
    for (let i = 0; i < count; i++) if ((await ask(requestOf(i))).statusCode !== 429) allowed++;
    return allowed;
  };
  return { frame, ask, passed };
}

describe("rate limit of the panel's API and the administration (D5)", () => {
  it.each([
    ["one token", (i: number) => ({ token: TOKEN, route: i % 2 ? PANEL : ADMIN })],
    ["one address without a credential", () => ({ route: PANEL })],
    ["one address that invents a token each time", (i: number) => ({ route: PANEL, token: `invented-${i}` })],
  ])("lets a burst of %s pass and no more", async (_who, requestOf) => {
    const { passed } = await aService();
    expect(await passed(PANEL_BURST + 20, requestOf)).toBe(PANEL_BURST);
  });

  it("answers 429 as the public API does", async () => {
    const { ask, passed } = await aService();
    await passed(PANEL_BURST, () => ({ token: TOKEN, route: PANEL }));
    expect(await ask({ token: TOKEN, route: PANEL })).toMatchObject({
      statusCode: 429,
      headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "60" },
      body: "too many requests",
    });
  });

  it("keeps the panel's bucket and the public API's apart", async () => {
    const { passed } = await aService();
    expect(await passed(PANEL_BURST + 1, () => ({ token: TOKEN, route: PANEL }))).toBe(PANEL_BURST);
    expect(await passed(API_BURST + 1, () => ({ token: TOKEN }))).toBe(API_BURST);
    expect(await passed(API_BURST + 1, () => ({}))).toBe(API_BURST);
    expect(await passed(1, () => ({ route: PANEL }))).toBe(1);
  });

  it("refills five a second, which is more than a page asks for", async () => {
    const { frame, passed } = await aService();
    await passed(PANEL_BURST, () => ({ token: TOKEN, route: PANEL }));
    frame.clock.advance(1000);
    expect(await passed(10, () => ({ token: TOKEN, route: PANEL }))).toBe(5);
  });

  it("leaves health and webhooks outside", async () => {
    const { frame, passed } = await aService();
    expect(await passed(200, (i) => ({ route: i % 2 ? HEALTH : WEBHOOK }))).toBe(200);
    expect([...frame.rateLimiter.taken, ...frame.panelRateLimiter.taken]).toEqual([]);
  });
});

describe("rate limit by address", () => {
  it.each([
    ["one IPv6 network of 64 bits", (i: number) => `2001:db8:1:2:${(i * 7).toString(16)}::${i.toString(16)}`],
    ["one IPv6 network, however it is written", (i: number) => (i % 2 ? "2001:DB8:0:0:0::1" : "2001:db8::0.0.0.2")],
    ["one IPv4 address, mapped or not", (i: number) => (i % 2 ? "::ffff:192.0.2.9" : "192.0.2.9")],
  ])("is one bucket for %s", async (_what, addressOf) => {
    const { passed } = await aService();
    expect(await passed(60, (i) => ({ sourceIp: addressOf(i) }))).toBe(API_BURST);
  });

  it.each([
    ["networks of 64 bits", "2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["IPv4 addresses", "192.0.2.1", "192.0.2.2"],
    ["mapped IPv4 addresses", "::ffff:192.0.2.1", "::ffff:192.0.2.2"],
  ])("keeps %s apart", async (_what, one, other) => {
    const { passed } = await aService();
    await passed(API_BURST, () => ({ sourceIp: one }));
    expect(await passed(1, () => ({ sourceIp: one }))).toBe(0);
    expect(await passed(API_BURST + 1, () => ({ sourceIp: other }))).toBe(API_BURST);
  });

  it("takes what is no address as it is", async () => {
    const { frame, ask } = await aService();
    await ask({ sourceIp: "fe80::1%eth0" });
    expect(frame.rateLimiter.taken).toEqual(["a#fe80::1%eth0"]);
  });
});
