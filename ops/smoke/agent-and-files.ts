import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type Answer, read, type Send, type Step, type Way } from "./steps.ts";

/** No conversation has this id. */
const NOBODYS = "00000000-0000-4000-8000-000000000000";
const POLL_MS = 1000;

const tools = z.looseObject({ result: z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })).min(1) }) });
const refused = z.looseObject({ error: z.string() });
const uploaded = z.looseObject({ media_id: z.string(), content_type: z.string() });
const page = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string(), direction: z.string(), message_type: z.string() })),
});
const link = z.looseObject({ url: z.string(), content_type: z.string() });

/** Tests the paths that bypass the gateway: the address for agents, the upload server and the media links. */
export async function agentAndFiles(send: Send, step: Step, way: Way): Promise<void> {
  const { key, conversation } = way.target;
  await step("speaks to agents", async () => {
    const json = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    return `${read(tools, await send("POST", "/mcp", { key, json }), 200).result.tools.length} tools`;
  });
  const upload = (id: string) =>
    send("POST", `/api/v1/chat-conversations/${id}/media-upload`, { key, form: aFile(way.tools.mark) });
  if (conversation === undefined) {
    await step("has an upload server", async () => read(refused, await upload(NOBODYS), 404).error);
    return;
  }
  await step("takes a file", async () => read(uploaded, await upload(conversation), 201).content_type);
  await step("hands out a file", () => customersFile(send, conversation, way));
}

function aFile(mark: string): FormData {
  const form = new FormData();
  form.set("media_type", "document");
  form.set("file", new Blob([`Herald smoke test ${mark}\n`], { type: "text/plain" }), "smoke.txt");
  return form;
}

/** Fetches the newest file of the customer through the link that the owner gets. */
async function customersFile(send: Send, conversation: string, { target, tools: { now, pollMs = POLL_MS } }: Way) {
  const { key } = target;
  const base = `/api/v1/chat-conversations/${conversation}/messages`;
  const { messages } = read(page, await send("GET", base, { key }), 200);
  const message = messages.find(({ direction, message_type: type }) => direction === "inbound" && type !== "text");
  if (message === undefined) throw new Error("the customer has sent no file");
  const endsAt = now() + target.withinMs;
  let answer: Answer;
  do {
    answer = await send("GET", `${base}/${message.id}/media`, { key });
    if (answer.status === 503) await pause(pollMs);
  } while (answer.status === 503 && now() < endsAt);
  const { url, content_type: type } = read(link, answer, 200);
  const { status } = await send("GET", url);
  if (status !== 200) throw new Error(`the link answered ${status}`);
  return type;
}
