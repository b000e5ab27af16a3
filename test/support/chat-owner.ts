import { someDigits } from "./chat-builders.ts";
import { type Answer, call, type Fields, type LocalStack, type Owner, until } from "./local-stack.ts";

export interface ChatOwner extends Owner {
  readonly chatAccountId: string;
  /** Lets a customer write to this owner's number; `message` has the form of the simulator's control API. */
  writes(phone: string, message?: Fields): Promise<void>;
  /** Returns the conversation with a customer once it exists. */
  conversation(phone: string, withinMs?: number): Promise<Fields>;
}

/** Returns a customer's number that no other test has. */
export const aCustomer = (): string => `+1415${someDigits(8).slice(1)}`;

/** Creates a new owner with an API key and a chat account whose number no other test has. */
export async function chatOwner(stack: LocalStack): Promise<ChatOwner> {
  const owner = await stack.owner(null);
  const [business, number] = [crypto.randomUUID().replaceAll("-", ""), crypto.randomUUID().replaceAll("-", "")];
  const linked = {
    business_account_id: `waba-${business}`,
    origination_phone_number_id: `phone-number-id-${number}`,
    provider_business_account_id: someDigits(),
    provider_phone_number_id: someDigits(),
  };
  const simulator = stack.file.chat_simulator_url;
  expectStatus(201, await call("POST", `${simulator}/api/numbers`, { json: linked }));
  const administrator = await stack.token("admin", { claims: { role: "admin" } });
  const json = {
    label: "Test",
    ownership_type: "customer_owned",
    cloud_region: "us-east-1",
    owners: [owner.sub],
    is_default: true,
    ...linked,
  };
  const account = expectStatus(
    201,
    await stack.call("POST", "/admin/api/chat-accounts", { token: administrator, json }),
  );
  const conversations = async (phone: string) => {
    const q = encodeURIComponent(phone);
    const { body } = await stack.call("GET", `/api/v1/chat-conversations?q=${q}`, { token: owner.key });
    return body.conversations as Fields[];
  };
  return {
    ...owner,
    chatAccountId: String(account.body.id),
    async writes(phone, message = { type: "text", text: { body: "Hi" } }) {
      const written = { ...message, account_phone_id: linked.origination_phone_number_id };
      expectStatus(201, await call("POST", `${simulator}/api/customers/${phone}/messages`, { json: written }));
    },
    async conversation(phone, withinMs = 20_000) {
      const [found] = await until(
        () => conversations(phone),
        ({ length }) => length > 0,
        { withinMs, everyMs: 20 },
      );
      return found as Fields;
    },
  };
}

function expectStatus(status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
}
