import { getStatus as contract } from "../../../shared/edge/contract/system.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const getStatus = operation(
  contract,
  async () => ({ name: "Herald", service: "notification-delivery", status: "running" }) as const,
  () => undefined,
);
