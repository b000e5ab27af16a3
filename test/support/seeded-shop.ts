import { call, type LocalStack } from "./local-stack.ts";
import { pictureOf } from "./media-files.ts";

/** The records that pages are opened by. */
export interface SeededShop {
  /** A mail that its server refused. */
  readonly refused: string;
  /** A template that would mail `<no value>`. */
  readonly template: string;
}

const HOUR_S = 3600;
const CUSTOMERS = [
  [
    "+33655501230",
    "Leïla Haddad",
    ["Hello, is order 4398 still coming this week?", "One mug is broken, the other one is fine."],
  ],
  ["+34655501231", "Miguel Ortega", ["And if it is broken I would rather have the money back."]],
  ["+972545550123", "שירה לוי", ["אפשר להחליף צבע?"]],
  ["+351915550142", "Tomás Pereira", ["Thanks! When will it be on my card?"]],
  ["+358405550188", "Aino Virtanen", ["Perfect, see you then"]],
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

/** A shop with a day behind it, for pages that people look at: mails, customers, templates, keys. */
export async function seedShop(stack: LocalStack): Promise<SeededShop> {
  const { demo, chat_simulator_url: simulator } = stack.file;
  const token = await stack.token("demo");
  const made = async (path: string, json: object): Promise<string> => {
    const { status, body } = await stack.call("POST", path, { token, json });
    if (status !== 201) throw new Error(`POST ${path} answers ${status}`);
    return String(body.id);
  };
  const writes = async (phone: string, message: object) => {
    const { status } = await call("POST", `${simulator}/api/customers/${phone}/messages`, { json: message });
    if (status !== 201) throw new Error(`the simulator answers ${status}`);
  };
  const template = await made("/api/v1/templates", TEMPLATE);
  await stack.call("PUT", `/panel/api/templates/${template}/samples`, {
    token,
    json: { samples: { name: "Ana", order: "4417" } },
  });
  await made("/api/v1/chat-templates", CHAT_TEMPLATE);
  await made("/panel/api/api-keys", { name: "checkout-api" });
  await made("/api/v1/webhooks", { url: "http://127.0.0.1:2/herald", description: "Shop" });
  const accepted = [];
  for (const [recipient, subject] of MAILS)
    accepted.push(await stack.accepted(demo.api_key, { recipient, subject, body: BODY, body_type: "html" }));
  const settled = accepted.filter((_, i) => !MAILS[i]?.[0].startsWith("defer"));
  for (const [phone, profile_name, texts] of CUSTOMERS) {
    for (const [i, body] of texts.entries()) {
      const timestamp = Math.floor(Date.now() / 1000) - HOUR_S + i;
      await writes(phone, { type: "text", text: { body }, profile_name, timestamp });
    }
  }
  const picture = { content_base64: pictureOf(288, 180).toString("base64"), content_type: "image/png" };
  await writes(CUSTOMERS[0][0], { type: "image", image: { caption: "This is how the box arrived" }, ...picture });
  await stack.allSettled(demo.api_key, settled);
  return { refused: accepted[2] ?? "", template };
}
