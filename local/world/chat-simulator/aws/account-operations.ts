import * as z from "zod";
import { arnOf } from "../events/provider-envelope.ts";
import { plainId, type StoredNumber } from "../number-store.ts";
import type { Simulator } from "../simulator.ts";
import { invalid, notFound } from "./aws-error.ts";
import { businessAccountId, maxResults, nextToken, parseInput, phoneNumberId } from "./fields.ts";
import { linkedNumber } from "./send-operation.ts";

interface BusinessAccount {
  /** The id has the form `waba-…`. */
  readonly waba: string;
  readonly numbers: readonly [StoredNumber, ...StoredNumber[]];
}

/** Returns a linked business account. Throws AwsError (ResourceNotFoundException) if there is none. */
export function businessAccount({ numbers }: Simulator, id: string): BusinessAccount {
  const [first, ...others] = numbers.ofBusinessAccount(id);
  if (!first) throw notFound(`WhatsApp Business Account ${id} was not found`);
  return { waba: plainId(id), numbers: [first, ...others] };
}

const accountInput = z.object({ id: businessAccountId });

export function getLinkedWhatsAppBusinessAccount(simulator: Simulator, input: unknown) {
  const account = businessAccount(simulator, parseInput(accountInput, input).id);
  const phoneNumbers = account.numbers.map((number) => numberView(simulator, number));
  return { account: { ...accountView(simulator, account), phoneNumbers } };
}

const numberInput = z.object({ id: phoneNumberId });

export function getLinkedWhatsAppBusinessAccountPhoneNumber(simulator: Simulator, input: unknown) {
  const number = linkedNumber(simulator, parseInput(numberInput, input).id);
  return {
    phoneNumber: numberView(simulator, number),
    linkedWhatsAppBusinessAccountId: number.business_account_id,
  };
}

const listInput = z.object({ nextToken, maxResults });

export function listLinkedWhatsAppBusinessAccounts(simulator: Simulator, input: unknown) {
  const { nextToken: token, maxResults: limit } = parseInput(listInput, input);
  const ids = [...new Set(simulator.numbers.all().map(({ business_account_id }) => business_account_id))];
  const start = token === undefined ? 0 : ids.indexOf(token);
  if (start < 0) throw invalid("nextToken is not valid");
  const next = ids[start + limit];
  return {
    linkedAccounts: ids.slice(start, start + limit).map((id) => accountView(simulator, businessAccount(simulator, id))),
    ...(next !== undefined && { nextToken: next }),
  };
}

const destinationsInput = z.object({
  id: businessAccountId,
  eventDestinations: z
    .array(z.object({ eventDestinationArn: z.string().max(2048), roleArn: z.string().optional() }))
    .max(1),
});

/** All accounts publish to the same topic here. Naming that topic again changes nothing; any other is refused. */
export function putWhatsAppBusinessAccountEventDestinations(
  simulator: Simulator,
  input: unknown,
): Record<string, never> {
  const { id, eventDestinations } = parseInput(destinationsInput, input);
  businessAccount(simulator, id);
  if (eventDestinations.length !== 1 || eventDestinations[0]?.eventDestinationArn !== simulator.topicArn) {
    throw invalid(`The simulator publishes to ${simulator.topicArn} only`);
  }
  return {};
}

function accountView({ place, topicArn }: Simulator, { waba, numbers: [first] }: BusinessAccount) {
  return {
    arn: arnOf(place, waba),
    id: waba,
    wabaId: first.provider_business_account_id,
    registrationStatus: "COMPLETE",
    // The wire has epoch seconds (W1.1).
    linkDate: Math.floor(first.linked_at_ms / 1000),
    wabaName: `Local business account ${first.provider_business_account_id}`,
    eventDestinations: [{ eventDestinationArn: topicArn }],
  };
}

function numberView({ place }: Simulator, number: StoredNumber) {
  return {
    arn: arnOf(place, number.origination_phone_number_id),
    phoneNumber: `+${number.display_phone_number}`,
    phoneNumberId: number.origination_phone_number_id,
    metaPhoneNumberId: number.provider_phone_number_id,
    displayPhoneNumberName: "Local number",
    displayPhoneNumber: `+${number.display_phone_number}`,
    qualityRating: "GREEN",
  };
}
