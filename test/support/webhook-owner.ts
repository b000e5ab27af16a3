import type { ServerResponse } from "node:http";
import { httpReceiver, type Received } from "./http-receiver.ts";
import type { Fields, LocalStack, Owner } from "./local-stack.ts";
import { until } from "./local-stack.ts";

export type Answering = (received: Received, response: ServerResponse) => void;

export const ok: Answering = (_received, response) => response.writeHead(204).end();
export const status =
  (code: number): Answering =>
  (_received, response) =>
    response.writeHead(code).end("sorry");
/** Makes a receiver that reads requests and never answers. */
export const silence: Answering = () => {};

/** Creates an owner with one webhook, whose receiver gives the answers that the test chooses. */
export async function webhookOwner(stack: LocalStack, who: Owner, json: Fields = {}) {
  let answering: Answering = ok;
  const receiver = await httpReceiver((received, response) => answering(received, response));
  let { token } = who;
  const call = async (method: "GET" | "POST" | "PUT" | "DELETE", rest: string, body?: unknown): Promise<Fields> => {
    const options = { token, ...(body !== undefined && { json: body }) };
    const answer = await stack.call(method, `/api/v1/webhooks${rest}`, options);
    if (answer.status >= 300) throw new Error(`${method} ${rest}: ${answer.status} ${answer.text}`);
    return answer.text === "" ? {} : answer.body;
  };
  const settings = { url: `${receiver.origin}/hook`, ...json };
  const created = await call("POST", "", settings);
  const { id, secret } = created as { id: string; secret: string };
  const eventOf = ({ body }: Received): Fields => JSON.parse(body) as Fields;
  return {
    ...{ who, id, secret, receiver },
    /** Signs in again, because a restarted stack does not know earlier tokens. */
    async signIn() {
      token = await stack.token(who.sub);
    },
    answer(next: Answering) {
      answering = next;
    },
    replace: (changes: Fields) => call("PUT", `/${id}`, { ...settings, ...changes }),
    shown: () => call("GET", `/${id}`),
    replay: (since: string) => call("POST", `/${id}/replay`, { since }),
    retry: (eventId: unknown) => call("POST", `/${id}/deliveries/${String(eventId)}/retry`),
    deliveries: async (query = ""): Promise<Fields[]> =>
      (await call("GET", `/${id}/deliveries${query}`)).deliveries as Fields[],
    /** Returns the received requests once there are at least `count`. */
    received: (count: number): Promise<readonly Received[]> =>
      until(
        async () => receiver.received,
        ({ length }) => length >= count,
      ),
    events: () => receiver.received.map(eventOf),
  };
}
