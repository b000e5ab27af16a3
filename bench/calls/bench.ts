import { reset } from "../../test/support/cost-meter.ts";
import { BATCH, meteredEngines, meteredService, perNotification } from "../../test/support/metered-service.ts";
import { type BenchResult, rounded } from "../bench-result.ts";

const MAIL = { recipient: "anna@example.org", subject: "Your order", body: "Good morning, your order is on its way." };
const LONG = Array.from({ length: 400 }, () => crypto.randomUUID().slice(0, 7)).join(" ");

const CHAT = { type: "text", text: { body: "Good morning, your order is on its way." } };

/**
 * Counts AWS calls and capacity units for a notification that is accepted and delivered in a batch of ten with warm
 * caches.
 */
export async function run(): Promise<BenchResult> {
  const engines = await meteredEngines();
  const rows = [
    await row(engines, "email, short text", () => MAIL),
    await row(engines, "email, 3 kB of text", () => ({ ...MAIL, body: LONG })),
    await row(engines, "chat, text", (recipient) => ({ channel: "chat", recipient, chat: CHAT })),
    await row(engines, "chat, template", (recipient, template_id) => ({
      channel: "chat",
      recipient,
      chat: { template_id, values: { parameter_1: "Ana" } },
    })),
  ];
  await engines.close();
  return {
    name: "AWS calls and units per notification",
    rows,
    notes: [
      "Counted by SDK middleware; the embedded table engine reports the units, indexes included. Aims for email: 10 write units, 2.5 read units, 1.2 queue requests.",
      "Chat without the provider's events (sent, delivered, read), which take another 7 write and 7.5 read units.",
    ],
  };
}

type Request = (recipient: string, templateId: string) => object;

async function row(engines: Awaited<ReturnType<typeof meteredEngines>>, notification: string, request: Request) {
  const { accept, deliverBatch, chat, costs, close } = await meteredService(engines);
  const customers = Array.from({ length: BATCH + 1 }, (_, i) => `+1555123${String(i).padStart(4, "0")}`);
  for (const phone of customers) await chat.writes(phone);
  const [first = "", ...others] = customers;
  await accept(request(first, chat.template.id));
  await deliverBatch();
  reset(costs);
  for (const phone of others) await accept(request(phone, chat.template.id));
  await deliverBatch();
  const { writeUnits, readUnits, queueRequests } = perNotification(costs);
  const calls = Object.values(costs.calls).reduce((sum, count) => sum + count, 0);
  close();
  return {
    notification,
    "table calls": rounded(calls / BATCH),
    "write units": rounded(writeUnits),
    "read units": rounded(readUnits),
    "queue requests": rounded(queueRequests),
  };
}
