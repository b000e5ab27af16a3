import { billOf } from "./bill.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { deliveryBatches } from "./messages.ts";
import type { Month } from "./month.ts";
import { PRICES_READ_ON } from "./prices.ts";

/** Prints a table with one line per service, dearest first, and the assumptions behind the figures. */
export function shownBill(stage: DeployedStage, month: Month): string {
  const { lines, dollars } = billOf(stage, month);
  const services = lines.map(
    ({ service, dollars: cost, share, mostly }) =>
      `${service.padEnd(20)}${money(cost)}${`${(share * 100).toFixed(1)} %`.padStart(9)}   mostly ${spelledOut(mostly)}`,
  );
  const [first] = lines;
  return [
    ...services,
    `${"a month".padEnd(20)}${money(dollars)}`,
    ...(first ? [`\n${first.service} dominates: ${spelledOut(first.mostly)}.`] : []),
    ...(month.emails > 0
      ? [`Deliveries come in batches of ${deliveryBatches(stage, month).perInvocation.toFixed(1)} (docs/cost.md).`]
      : []),
    `List prices of us-east-1 read on ${PRICES_READ_ON}, without free tiers but for 100 GB out, and without the chat platform's own fees.`,
  ].join("\n");
}

const money = (dollars: number): string => `$${dollars.toFixed(2)}`.padStart(12);

/** Turns `tableWriteUnits` into `table write units`. */
const spelledOut = (unit: string): string => unit.replace(/[A-Z]/g, (character) => ` ${character.toLowerCase()}`);
