import type { DeployedStage } from "./deployed-stage.ts";
import type { Month } from "./month.ts";
import { PRICES, SERVICES, type Service, type Unit } from "./prices.ts";
import { usageOf } from "./usage.ts";

export interface BillLine {
  readonly service: Service;
  readonly dollars: number;
  /** This share of the whole bill lies between 0 and 1. */
  readonly share: number;
  /** This unit costs most within the service. */
  readonly mostly: Unit;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  readonly dollars: number;
}

/** Says whether a name of usage has a price. */
export const isUnit = (name: string): name is Unit => Object.hasOwn(PRICES, name);

/** Returns the monthly bill of a stage by service, dearest first. Services that cost nothing are left out. */
export function billOf(stage: DeployedStage, month: Month): Bill {
  const items = [...usageOf(stage, month)].flatMap(([unit, amount]) =>
    isUnit(unit) ? [{ unit, service: PRICES[unit].service, dollars: PRICES[unit].dollars * amount }] : [],
  );
  const dollars = items.reduce((sum, item) => sum + item.dollars, 0);
  const lines = SERVICES.flatMap((service) => {
    const own = items.filter((item) => item.service === service).sort((a, b) => b.dollars - a.dollars);
    const cost = own.reduce((sum, item) => sum + item.dollars, 0);
    const [dearest] = own;
    return dearest === undefined || cost === 0
      ? []
      : [{ service, dollars: cost, share: cost / dollars, mostly: dearest.unit }];
  });
  return { lines: lines.sort((a, b) => b.dollars - a.dollars), dollars };
}
