import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminToken } from "../support/chat-world.ts";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.start(HASTY);
  owner = await stack.owner();
});
afterAll(() => stack.close());

const get = (path: string, token: string) => stack.call("GET", path, { token });
const totalsOf = async (period: string, token = owner.token) =>
  (await get(`/panel/api/statistics?period=${period}`, token)).body.totals as Fields;

describe("the panel's figures", () => {
  it("count what was delivered and what failed, each once, also after a crash", async () => {
    const templates = await stack.call("POST", "/api/v1/templates", {
      token: owner.token,
      json: { name: "order-shipped", subject: "Order {{.number}}", body: "With {{.carrier}}." },
    });
    const template_id = String(templates.body.id);
    const byTemplate = { template_id, subject: undefined, body: undefined };
    const ids = [
      await stack.accepted(owner.key),
      await stack.accepted(owner.key, { ...byTemplate, variables: { number: "1" } }),
      await stack.accepted(owner.key, {
        ...byTemplate,
        recipient: anAddress("reject"),
        variables: { number: "2", carrier: "DHL" },
      }),
    ];
    await stack.allSettled(owner.key, ids);
    const counted = { accepted: 4, delivered: 2, failed: 1, canceled: 1, within_promise_rate: 1 };
    await until(
      () => totalsOf("24h"),
      ({ failed, delivered }) => failed === 1 && delivered === 2,
    );
    await stack.stop("SIGKILL");
    await stack.boot();
    owner = { ...owner, token: await stack.token(owner.sub) };
    const later = await stack.accepted(owner.key, { send_at: new Date(Date.now() + 3_600_000).toISOString() });
    await stack.call("POST", `/panel/api/notifications/${later}/cancel`, { token: owner.token });
    await until(
      () => totalsOf("24h"),
      ({ canceled }) => canceled === 1,
    );
    for (const period of ["24h", "7d", "30d", "90d"])
      expect(await totalsOf(period)).toMatchObject({ ...counted, delivered_rate: 2 / 3 });
    const { body } = await get("/panel/api/statistics?period=24h", owner.token);
    expect(body).toMatchObject({
      period: "24h",
      previous: { accepted: 0, delivered: 0 },
      is_complete: true,
      failures: [
        {
          count: 1,
          summary: expect.stringMatching(/\.$/),
          template: { id: template_id, name: "order-shipped", count: 1 },
          account: { id: owner.accountId, name: expect.any(String), count: 1 },
        },
      ],
    });
    expect(body.series).toHaveLength(24);
  });

  it("refuse a period that there is none of, and say nothing to others", async () => {
    const refused = await get("/panel/api/statistics?period=2d", owner.token);
    expect([refused.status, refused.body.error]).toEqual([400, "period must be one of: 24h, 7d, 30d, 90d"]);
    const other = await stack.owner();
    expect(await totalsOf("7d", other.token)).toEqual({ accepted: 0, delivered: 0, failed: 0, canceled: 0 });
  });

  it("are everybody's for administrators, without names", async () => {
    expect((await get("/admin/api/statistics", owner.token)).status).toBe(403);
    const token = await adminToken(stack);
    const { body } = await get("/admin/api/statistics?period=24h", token);
    expect(body.totals).toMatchObject({ accepted: 4, delivered: 2, failed: 1, canceled: 1 });
    expect(body.failures).toMatchObject([{ count: 1 }]);
    expect(JSON.stringify(body)).not.toMatch(/order-shipped|account/);
  });
});

describe("what needs attention", () => {
  it("names the template that mails <no value>, and a key that ends soon, and nothing where all is well", async () => {
    await stack.call("POST", "/panel/api/api-keys", {
      token: owner.token,
      json: { name: "ci", expires_at: new Date(Date.now() + 3.5 * 86_400_000).toISOString() },
    });
    const { status, body } = await get("/panel/api/attention", owner.token);
    expect(status).toBe(200);
    expect((body.concerns as Fields[]).map(({ kind, title, count }) => [kind, title, count])).toEqual([
      ["template_lacks_variables", "Template order-shipped mails “<no value>”", 1],
      ["api_key_expiring", "API key ci expires in 3 days", undefined],
    ]);
    const other = await stack.owner();
    expect((await get("/panel/api/attention", other.token)).body).toEqual({ concerns: [] });
  });
});
