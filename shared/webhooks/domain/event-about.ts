const MAX_CHARACTERS = 200;
const NAMES = ["recipient", "name", "label", "url", "id"] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the name by which an owner knows the thing that an event is about: a customer, recipient, template, account or address. */
export function aboutOf(data: Fields): string | undefined {
  const { conversation } = data;
  const customer = isFields(conversation) ? conversation.customer_phone : undefined;
  const found = [customer, ...NAMES.map((name) => data[name])].find((one) => typeof one === "string" && one !== "");
  return typeof found === "string" ? found.slice(0, MAX_CHARACTERS).toWellFormed() : undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
