import { call, type LocalStack, until } from "./local-stack.ts";
import { pictureOf } from "./media-files.ts";

/** The records whose pages tests open. */
export interface SeededShop {
  /** A mail that its server refused. */
  readonly refused: string;
  /** A template whose mail contained `<no value>`. */
  readonly template: string;
  /** An account with a wrong password. */
  readonly failingAccount: string;
  readonly chatTemplate: string;
  readonly webhook: string;
  /** A conversation whose service window is closed. */
  readonly closed: string;
}

const HOUR_S = 3600;
/** The customers' messages, with the hours since each was written. A customer who wrote more than a day ago has an answer. */
const CUSTOMERS = [
  [
    "+33655501230",
    "Leïla Haddad",
    1,
    ["Hello, is order 4398 still coming this week?", "One mug is broken, the other one is fine."],
  ],
  ["+34655501231", "Miguel Ortega", 22.5, ["And if it is broken I would rather have the money back."]],
  ["+972545550123", "שירה לוי", 6, ["אפשר להחליף צבע?"]],
  ["+351915550142", "Tomás Pereira", 2, ["Thanks! When will it be on my card?"]],
  ["+358405550188", "Aino Virtanen", 30, ["Perfect, see you then"]],
] as const;
const MAILS = [
  ["hanne@fjellheim.example", "Your receipt for order 4431"],
  ["jonas.berg@nordmail.example", "Your receipt for order 4430"],
  ["reject@nordpost.example", "Your order 4417 is on its way"],
  ["defer4@skogmail.example", "Reset your password"],
  ["emil.lund@nordmail.example", "Your order 4429 is confirmed"],
  ["sofie@bakke.example", "Your order 4428 is confirmed"],
  ["reject2@kystbutikken.example", "Invoice 2026-1183"],
  ["marta.nilsen@bluemail.example", "Your receipt for order 4427"],
] as const;
const BODY =
  '<h1 style="font: 600 22px Helvetica">Your parcel is on its way</h1><p>It should be with you tomorrow.</p>';
const TEMPLATE = {
  name: "order-shipped",
  alias: "order-shipped",
  subject: "Your order {{.order}} is on its way",
  body: '<!doctype html>\n<html lang="en">\n<body>\n  {{/* Sent when the carrier has scanned the parcel. */}}\n  <h1>Your parcel is on its way, {{.name}}</h1>\n  <p>We handed order {{.order}}\n     to {{.carrier}} this morning.</p>\n  {{if .note}}<p>{{.note}}</p>{{end}}\n</body>\n</html>',
  body_type: "html",
};
const CHAT_TEMPLATE = {
  name: "order_shipped",
  language: "en",
  category: "UTILITY",
  body: { text: "Hi {{1}}, your order {{2}} has *left our store*.", examples: ["Ana", "4417"] },
};

/** Fills the stack with a shop's data after one day: mails, customers, templates, keys, and some problems. The pictures of the panel show it. */
export async function seedShop(stack: LocalStack): Promise<SeededShop> {
  const token = await stack.token("demo");
  const made = async (path: string, json: object): Promise<string> => {
    const { status, body } = await stack.call("POST", path, { token, json });
    if (status !== 201) throw new Error(`POST ${path} answers ${status}`);
    return String(body.id);
  };
  const template = await made("/api/v1/templates", TEMPLATE);
  await stack.call("PUT", `/panel/api/templates/${template}/samples`, {
    token,
    json: { samples: { name: "Ana", order: "4417" } },
  });
  const chatTemplate = await made("/api/v1/chat-templates", CHAT_TEMPLATE);
  await made("/panel/api/api-keys", { name: "checkout-api" });
  const webhook = await made("/api/v1/webhooks", { url: "http://127.0.0.1:2/herald", description: "Shop" });
  const newsletter = { label: "Newsletter", from_address: "news@fjord.example", password: "old" };
  const failingAccount = String((await stack.createAccount(token, newsletter)).id);
  const refused = await sendMails(stack, { template, failingAccount });
  await customersWrite(stack);
  return { refused, template, failingAccount, chatTemplate, webhook, closed: await answeredOne(stack, token) };
}

/** Sends the mails and returns the one that was refused. */
async function sendMails(
  stack: LocalStack,
  { template, failingAccount }: Pick<SeededShop, "template" | "failingAccount">,
): Promise<string> {
  const send = (json: object) => stack.accepted(stack.file.demo.api_key, { ...json });
  const accepted: string[] = [];
  for (const [recipient, subject] of MAILS)
    accepted.push(await send({ recipient, subject, body: BODY, body_type: "html" }));
  const byTemplate = { template_id: template, variables: { name: "Nora", order: "4426" } };
  const others = [
    await send({ recipient: "nora@fjellheim.example", subject: undefined, body: undefined, ...byTemplate }),
    await send({
      ...{ recipient: "ana.kovac@nordpost.example", subject: "Your refund for order 4402", body: BODY },
      ...{ body_type: "html", smtp_account_id: failingAccount },
    }),
  ];
  const settled = accepted.filter((_, i) => !MAILS[i]?.[0].startsWith("defer"));
  await stack.allSettled(stack.file.demo.api_key, [...settled, ...others]);
  return accepted[2] ?? "";
}

async function customersWrite({ file: { chat_simulator_url: simulator } }: LocalStack): Promise<void> {
  const writes = async (phone: string, message: object) => {
    const { status } = await call("POST", `${simulator}/api/customers/${phone}/messages`, { json: message });
    if (status !== 201) throw new Error(`the simulator answers ${status}`);
  };
  for (const [phone, profile_name, hours, texts] of CUSTOMERS) {
    for (const [i, body] of texts.entries()) {
      const timestamp = Math.floor(Date.now() / 1000 - hours * HOUR_S) + i;
      await writes(phone, { type: "text", text: { body }, profile_name, timestamp });
    }
  }
  const picture = { content_base64: pictureOf(288, 180).toString("base64"), content_type: "image/png" };
  await writes(CUSTOMERS[0][0], { type: "image", image: { caption: "This is how the box arrived" }, ...picture });
}

/** Marks the conversation of the last customer as done, so that the customer's last message needs no answer. Returns its id. */
async function answeredOne(stack: LocalStack, token: string): Promise<string> {
  const [phone] = CUSTOMERS.at(-1) ?? [""];
  const list = async (): Promise<string | undefined> => {
    const { body } = await stack.call("GET", "/panel/api/chat-conversations?window=closed", { token });
    const found = body.conversations as { id: string; customer_phone?: string }[];
    return found.find(({ customer_phone }) => customer_phone === phone)?.id;
  };
  const id = await until(list, (found) => found !== undefined);
  await stack.call("PUT", `/panel/api/chat-conversations/${id}/marks`, { token, json: { is_done: true } });
  return id ?? "";
}
