import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { COUNTED_KEY } from "../../../ops/cost/messages.ts";
import type { KeyTerms } from "../../../shared/kernel/key-terms.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { reset } from "../../support/cost-meter.ts";
import {
  BATCH,
  type MeteredEngines,
  meteredEngines,
  meteredService,
  perNotification,
} from "../../support/metered-service.ts";

let engines: MeteredEngines;
beforeAll(async () => {
  engines = await meteredEngines();
});
afterAll(() => engines.close());

const SHORT = { recipient: "anna@example.org", subject: "Your order", body: "Good morning." };
async function service(terms: KeyTerms = {}) {
  const metered = await meteredService(engines, undefined, terms);
  onTestFinished(metered.close);
  const template = anEmailTemplate({ owner: metered.owner, alias: `order-${crypto.randomUUID()}`, body: "Hello." });
  await metered.emailTemplates.create(template);
  return { ...metered, template };
}
type Service = Awaited<ReturnType<typeof service>>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

interface Budget {
  readonly body: (of: Service) => object;
  readonly headers?: () => Record<string, string>;
  readonly readUnits: number;
  readonly tableCalls: number;
}

const BUDGETS: Readonly<Record<string, Budget>> = {
  "by the default account": { body: () => SHORT, readUnits: 1, tableCalls: 2 },
  "by a named account": {
    body: ({ account }) => ({ ...SHORT, smtp_account_id: account.id }),
    ...{ readUnits: 1, tableCalls: 2 },
  },
  "of a template": {
    body: ({ template }) => ({ recipient: "anna@example.org", template_id: template.id }),
    ...{ readUnits: 2, tableCalls: 2 },
  },
  "of a template by its alias": {
    body: ({ template }) => ({ recipient: "anna@example.org", template_id: template.alias }),
    ...{ readUnits: 3, tableCalls: 2 },
  },
};

const UNDER_A_KEY = () => ({ "idempotency-key": crypto.randomUUID() });

it("pays one write for an idempotency key, and writes nothing after", async () => {
  const { accept, costs } = await service();
  const spentWith = async (headers: () => Record<string, string>) => {
    await accept(SHORT, headers());
    reset(costs);
    for (let i = 0; i < BATCH; i++) await accept(SHORT, headers());
    return { writeUnits: costs.writeUnits / BATCH, calls: costs.calls };
  };
  const without = await spentWith(() => ({}));
  const under = await spentWith(UNDER_A_KEY);
  if (process.env.SHOW_COSTS) console.log({ without, under });
  expect(under.writeUnits - without.writeUnits).toBe(COUNTED_KEY.tableWriteUnits);
  // The key is read, and then content and state are written, each only if nothing is stored yet.
  expect(under.calls).toEqual({ GetItemCommand: BATCH, PutItemCommand: 3 * BATCH });
});

it.each<[string, KeyTerms, number]>([
  ["one read", {}, 1],
  ["two reads for a key with a list of recipients (D47c)", { limits: { recipients: ["*@example.org"] } }, 2],
])("pays for a repeat one write that fails and %s", async (_, terms, reads) => {
  const { accept, costs } = await service(terms);
  const headers = UNDER_A_KEY();
  await accept(SHORT, headers);
  reset(costs);
  for (let i = 0; i < BATCH; i++) await accept(SHORT, headers);
  expect(costs.calls).toEqual({ PutItemCommand: BATCH, GetItemCommand: reads * BATCH });
  expect(costs.writeUnits).toBe(BATCH);
});

it.each(Object.entries(BUDGETS))(
  "accepts a mail with one request that reads and one that writes: %s",
  async (what, { body, headers = () => ({}), readUnits, tableCalls }) => {
    const metered = await service();
    const { accept, costs } = metered;
    await accept(body(metered), headers());
    reset(costs);
    for (let i = 0; i < BATCH; i++) await accept(body(metered), headers());
    const spent = perNotification(costs);
    if (process.env.SHOW_COSTS) console.log(what, spent, costs.calls);
    expect(spent.readUnits).toBe(readUnits);
    // The writes are the content, the state, and the entry of the state in the index of due notifications.
    expect(costs.writeUnits).toBe(3 * BATCH);
    expect(sum(Object.values(costs.calls))).toBe(tableCalls * BATCH);
    expect(costs.draws).toBeLessThanOrEqual(BATCH);
    expect(spent.queueRequests).toBe(1);
  },
);

describe("a key with a daily limit (D47d)", () => {
  const spentBy = async (terms: KeyTerms, headers: () => Record<string, string>) => {
    const { accept, costs } = await service(terms);
    await accept(SHORT, headers());
    reset(costs);
    for (let i = 0; i < BATCH; i++) await accept(SHORT, headers());
    if (process.env.SHOW_COSTS) console.log(terms, perNotification(costs), costs.calls);
    return { ...perNotification(costs), calls: { ...costs.calls } };
  };

  it("pays for the count, and for a transaction in place of a plain write", async () => {
    const spent = await spentBy({ limits: { perDay: 1_000_000 } }, () => ({}));
    expect(spent.calls).toEqual({ GetItemCommand: BATCH, PutItemCommand: BATCH, TransactWriteItemsCommand: BATCH });
    // The content and the entry of the state in the index are 1 unit each; in a transaction, state and count are 2 each.
    expect([spent.writeUnits, spent.readUnits, spent.queueRequests]).toEqual([6, 1, 1]);
  });

  it("is not paid by a key with other terms, which costs what a key without any costs", async () => {
    for (const headers of [() => ({}), UNDER_A_KEY]) {
      const without = await spentBy({}, headers);
      for (const terms of [
        { limits: { recipients: ["*@example.org", "+351*"] } },
        { permissions: ["notifications:send"] },
      ] satisfies KeyTerms[])
        expect(await spentBy(terms, headers)).toEqual(without);
    }
  });

  it("waits for a person for one more entry of an index, and without a request to the queue (D47e)", async () => {
    const [without, waits] = [await spentBy({}, () => ({})), await spentBy({ approval: "required" }, () => ({}))];
    expect([waits.writeUnits - without.writeUnits, waits.readUnits - without.readUnits]).toEqual([1, 0]);
    expect([without.queueRequests, waits.queueRequests]).toEqual([1, 0]);
  });

  it("is written once for fifty items of a batch", async () => {
    const { acceptBatch, costs } = await service({ limits: { perDay: 1_000_000 } });
    await acceptBatch({ notifications: [SHORT] });
    reset(costs);
    await acceptBatch({ notifications: Array.from({ length: 100 }, () => SHORT) });
    expect(costs.calls.TransactWriteItemsCommand).toBe(2);
    expect(costs.writeUnits).toBeLessThanOrEqual(504);
  });
});
