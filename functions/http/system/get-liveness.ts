import { getLiveness as contract } from "../../../shared/contract/system.ts";
import { operation } from "../../../shared/http/operation.ts";

export const getLiveness = operation(
  contract,
  async () => ({ status: "alive" }) as const,
  () => undefined,
);
