import { Refusal } from "../kernel/refusal.ts";
import { IDEMPOTENCY_HEADER } from "./contract/idempotent.ts";

export const idempotencyKeyReused = (): Refusal =>
  new Refusal("idempotency_key_reused", `${IDEMPOTENCY_HEADER} was used with another request`);

export const requestInFlight = (): Refusal =>
  new Refusal("request_in_flight", `a request with this ${IDEMPOTENCY_HEADER} is in flight`);
