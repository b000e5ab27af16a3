import { reset } from "../../test/support/cost-meter.ts";
import { BATCH, meteredEngines, meteredService, perNotification } from "../../test/support/metered-service.ts";
import { type BenchResult, rounded } from "../bench-result.ts";

const MAIL = { recipient: "anna@example.org", subject: "Your order", body: "Good morning, your order is on its way." };
const LONG = Array.from({ length: 400 }, () => crypto.randomUUID().slice(0, 7)).join(" ");

/** AWS calls and capacity units of one email notification, accepted and delivered with warm caches, in a batch of ten. */
export async function run(): Promise<BenchResult> {
  const engines = await meteredEngines();
  const rows = [await row(engines, "short text", MAIL), await row(engines, "3 kB of text", { ...MAIL, body: LONG })];
  await engines.close();
  return {
    name: "AWS calls and units per email notification",
    rows,
    notes: [
      "Counted by SDK middleware; the embedded table engine reports the units, indexes included. Aims: 10 write units, 2.5 read units, 1.2 queue requests.",
    ],
  };
}

async function row(engines: Awaited<ReturnType<typeof meteredEngines>>, mail: string, body: object) {
  const { accept, deliverBatch, costs, close } = await meteredService(engines);
  await accept(body);
  await deliverBatch();
  reset(costs);
  for (let i = 0; i < BATCH; i++) await accept(body);
  await deliverBatch();
  const { writeUnits, readUnits, queueRequests } = perNotification(costs);
  const calls = Object.values(costs.calls).reduce((sum, count) => sum + count, 0);
  close();
  return {
    mail,
    "table calls": rounded(calls / BATCH),
    "write units": rounded(writeUnits),
    "read units": rounded(readUnits),
    "queue requests": rounded(queueRequests),
  };
}
