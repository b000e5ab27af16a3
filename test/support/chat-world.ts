import { randomUUID } from "node:crypto";
import { someDigits } from "./chat-builders.ts";
import { type Answer, call, type Fields, type LocalStack } from "./local-stack.ts";

const ADMIN_CLAIMS = { claims: { role: "admin" } };

/** Returns a token that may manage chat accounts. */
export const adminToken = (stack: LocalStack): Promise<string> => stack.token(`admin-${randomUUID()}`, ADMIN_CLAIMS);

/** Calls the simulator's control API. */
export const simulator = (stack: LocalStack, method: string, path: string, json?: unknown): Promise<Answer> =>
  call(method, `${stack.file.chat_simulator_url}${path}`, json === undefined ? {} : { json });

/** Returns a number with a business account of its own, as `POST /admin/api/chat-accounts` takes it. */
export function someNumber(): Record<
  "business_account_id" | "origination_phone_number_id" | "provider_business_account_id" | "provider_phone_number_id",
  string
> {
  const hex = () => randomUUID().replaceAll("-", "");
  return {
    business_account_id: `waba-${hex()}`,
    origination_phone_number_id: `phone-number-id-${hex()}`,
    provider_business_account_id: someDigits(18),
    provider_phone_number_id: someDigits(18),
  };
}

/** Builds the body of `POST /admin/api/chat-accounts` for a new number and the given owners. */
export const accountRequest = (owners: readonly string[], more: Fields = {}): Fields => ({
  label: "Shop",
  ownership_type: "service_managed",
  cloud_region: "eu-central-1",
  ...someNumber(),
  owners,
  ...more,
});

/** Creates a chat account whose number is linked at the simulator. */
export async function linkedAccount(stack: LocalStack, owners: readonly string[], more: Fields = {}): Promise<Fields> {
  const number = someNumber();
  await simulator(stack, "POST", "/api/numbers", number);
  const token = await adminToken(stack);
  const json = accountRequest(owners, { ...number, ...more });
  const answer = await stack.call("POST", "/admin/api/chat-accounts", { token, json });
  if (answer.status !== 201) throw new Error(`no chat account: ${answer.status} ${answer.text}`);
  return answer.body;
}
