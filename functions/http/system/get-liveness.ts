import { getLiveness as contract } from "../../../shared/edge/contract/system.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const getLiveness = operation(
  contract,
  async () => ({ status: "alive" }) as const,
  () => undefined,
);
