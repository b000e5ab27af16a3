import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { reasonOf } from "../../lib/reason.ts";
import type { Access } from "./port.ts";
import { type RecordedMail, recordedMail } from "./recorded-mail.ts";

/** The system tests request a token for a subject. A request for claims is refused, because a user pool gives none. */
const tokenRequest = z.strictObject({ sub: z.string().min(1) });

export interface Desk {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a server on this machine that answers the system tests in place of the local world: it gives tokens of new
 * owners, and the mails of a recipient. It gets both from the account, or the rehearsal, in which `herald prove` works.
 */
export async function openDesk(access: Access, signal: AbortSignal): Promise<Desk> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://desk");
    answer(request, url, { access, signal }).then(
      ({ status, body }) => respond(response, status, body),
      (error: unknown) => respond(response, 500, { error: reasonOf(error) }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Asking {
  readonly access: Access;
  readonly signal: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const MESSAGES = "/api/messages";

async function answer(request: IncomingMessage, url: URL, { access, signal }: Asking): Promise<Answer> {
  if (request.method === "POST" && url.pathname === "/dev/token") {
    const read = tokenRequest.safeParse(JSON.parse(await text(request)));
    if (!read.success) return { status: 501, body: { error: "the owners of a proof have a subject and no claims" } };
    return { status: 200, body: { access_token: await access.signIn(read.data.sub, signal) } };
  }
  const mails = (await access.recorder.received(signal)).flatMap((one) => recordedMail(one) ?? []);
  const views = mails.map(viewOf);
  if (url.pathname === MESSAGES) {
    const to = url.searchParams.get("to");
    const messages = views.filter(({ rcpt_to: recipients }) => to === null || recipients.includes(to));
    return { status: 200, body: { messages: messages.toReversed() } };
  }
  const [, id, isRaw] = /^\/api\/messages\/(\d+)(\/raw)?$/.exec(url.pathname) ?? [];
  const view = views.find((one) => one.id === id);
  if (view === undefined) return { status: 404, body: { error: "not found" } };
  return { status: 200, body: isRaw === undefined ? view : view.text };
}

function viewOf({ recipients, subject, body, isHtml, from, atMs }: RecordedMail, index: number) {
  return {
    id: String(index),
    received_at: new Date(atMs).toISOString(),
    mail_from: from,
    rcpt_to: [...recipients],
    message_id: "",
    subject,
    from,
    headers: {},
    text: isHtml ? "" : body,
    html: isHtml ? body : undefined,
  };
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  const content = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json" }).end(content);
}
