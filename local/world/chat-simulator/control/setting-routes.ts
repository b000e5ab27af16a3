import * as z from "zod";
import { OPERATION_NAMES } from "../aws/aws-api.ts";
import { behaviourRequest } from "../behaviour.ts";
import { BadRequestError, type Call, jsonReply, type Reply } from "../http/reply.ts";
import { digitsOf } from "../provider-ids.ts";
import type { Simulator } from "../simulator.ts";
import { parseBody } from "./parse-body.ts";

/** Answers `PUT /api/behaviour`, which replaces everything: absent fields return to their defaults. */
export function setBehaviour({ behaviour }: Simulator, call: Call): Reply {
  behaviour.set(parseBody(behaviourRequest, call));
  return jsonReply(200, behaviour.current);
}

export const showBehaviour = ({ behaviour }: Simulator): Reply => jsonReply(200, behaviour.current);

const numericId = z.string().regex(/^\d{1,32}$/, "must be digits");
const numberRequest = z.strictObject({
  business_account_id: z
    .string()
    .max(115)
    .regex(/^waba-[0-9a-zA-Z-]+$/, "must be waba-…"),
  origination_phone_number_id: z
    .string()
    .max(115)
    .regex(/^phone-number-id-[0-9a-zA-Z-]+$/, "must be phone-number-id-…"),
  provider_business_account_id: numericId,
  provider_phone_number_id: numericId,
  display_phone_number: z
    .string()
    .regex(/^\+?[\d\s().-]{5,30}$/, "must be a phone number")
    .transform(digitsOf)
    .optional(),
});

/** Answers `POST /api/numbers`, which links another number. A number that is already linked is changed. */
export function linkNumber({ numbers }: Simulator, call: Call): Reply {
  const given = parseBody(numberRequest, call);
  const number = {
    ...given,
    display_phone_number:
      given.display_phone_number ?? `1555${given.provider_phone_number_id.slice(-7).padStart(7, "0")}`,
  };
  const kin = numbers.ofBusinessAccount(number.business_account_id);
  const isOther = kin.some((one) => one.provider_business_account_id !== number.provider_business_account_id);
  if (isOther)
    throw new BadRequestError("business_account_id is linked with another provider_business_account_id", 409);
  if (numbers.link(number) === "taken") {
    throw new BadRequestError("provider_phone_number_id is linked with another number", 409);
  }
  return jsonReply(201, number);
}

export function listNumbers({ numbers }: Simulator): Reply {
  return jsonReply(200, { numbers: numbers.all().map(({ linked_at_ms, ...number }) => number) });
}

const faultRequest = z
  .strictObject({
    operation: z.enum(OPERATION_NAMES),
    status: z.number().int().min(400).max(599).optional(),
    timeout_after_accept: z.literal(true).optional(),
    times: z.number().int().min(1).max(1_000_000).default(1),
  })
  .refine(
    ({ status, timeout_after_accept }) => (status === undefined) !== (timeout_after_accept === undefined),
    "exactly one of status and timeout_after_accept must be given",
  );

/** Answers `POST /api/faults`, which makes the next calls of an AWS operation fail. */
export function planFault({ faults }: Simulator, call: Call): Reply {
  const { operation, status, timeout_after_accept, times } = parseBody(faultRequest, call);
  if (!faults.add({ operation, status, times })) throw new BadRequestError("too many faults are planned", 409);
  return jsonReply(201, { operation, times, ...(status === undefined ? { timeout_after_accept } : { status }) });
}

export function clearFaults({ faults }: Simulator): Reply {
  faults.clear();
  return { status: 204 };
}
