// First email, its way to the end, and an answer to a customer, with the client of this repository.
//   HERALD_URL=http://127.0.0.1:3000 HERALD_API_KEY=hrld_live_... npx node examples/typescript.ts you@example.test
// Elsewhere the import reads: import { Herald, HeraldError } from "@herald/client";
import { Herald, HeraldError } from "../client/src/herald.ts";

const { HERALD_URL: baseUrl = "http://127.0.0.1:3000" } = process.env;
const [recipient = "you@example.test"] = process.argv.slice(2);
const herald = new Herald({ baseUrl }); // the key is HERALD_API_KEY: the panel makes one

const { id } = await herald.notifications.send({ recipient, subject: "Hello from TypeScript", body: "It works." });
console.log(`email ${id}: accepted`);
const email = await herald.notifications.waitUntilSettled(id);
console.log(`email ${id}: ${email.status}`, email.last_error ?? "");

const [conversation] = (await herald.conversations.page({ window: "open", limit: 1 })).conversations;
if (conversation === undefined) {
  console.log("no customer has written within the last 24 hours: nobody to answer");
} else {
  try {
    const reply = await herald.conversations.reply(conversation.id, { text: "Hello from TypeScript" });
    console.log(`reply ${reply.notification_id}: accepted`);
  } catch (error) {
    // The window may have closed since, or another owner of the account may hold the customer.
    const { code } = error instanceof HeraldError ? error : {};
    if (code !== "window_closed" && code !== "conversation_held") throw error;
    console.log(`not sent: ${code}`);
  }
}
