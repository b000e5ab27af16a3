import { type RudeSmtpServer, rudeSmtpServer } from "./rude-smtp-server.ts";

/** Starts a mail server for accounts of `LocalStack.account`. It takes `perMailMs` for each mail and keeps the mails in order. */
export async function slowProvider(perMailMs: number): Promise<RudeSmtpServer> {
  const credentials = { username: "demo", password: "demo" };
  return rudeSmtpServer({ credentials, end: { say: "250 2.0.0 queued", afterMs: perMailMs } });
}
