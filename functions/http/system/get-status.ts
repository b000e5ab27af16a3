import { getStatus as contract } from "../../../shared/contract/system.ts";
import { operation } from "../../../shared/http/operation.ts";

export const getStatus = operation(
  contract,
  async () => ({ name: "Herald", service: "notification-delivery", status: "running" }) as const,
  () => undefined,
);
