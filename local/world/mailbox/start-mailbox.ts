import { join } from "node:path";
import type { CertificateAuthority } from "../../certificate-authority.ts";
import { ChangeStream } from "./change-stream.ts";
import { HttpListener } from "./http-listener.ts";
import { MessageStore } from "./message-store.ts";
import { issueMailboxCertificate, renewCertificate } from "./renewing-certificate.ts";
import { type Credentials, SmtpListener } from "./smtp-listener.ts";
import { webPage } from "./web-page.ts";

export interface MailboxOptions {
  /** `0` picks a free port, here and for SMTP. */
  httpPort: number;
  smtpPort: number;
  /** The folder of `mailbox.sqlite`; made when it is missing. */
  dataDir: string;
  /** How many of the newest messages are kept (`HERALD_MAILBOX_KEEP`). */
  keep: number;
  /** The one pair that AUTH accepts; AUTH itself is optional. Default `demo`/`demo`. */
  credentials?: Credentials;
  authority: CertificateAuthority;
}

export interface Mailbox {
  /** Of the web page and HTTP API, without a slash at the end. */
  url: string;
  smtpPort: number;
  /** Over within 2 s, open connections or not. What was acknowledged is kept. */
  close(): Promise<void>;
}

/** Starts the local mailbox: SMTP in, web page and HTTP API out (M-smtp, M-mailbox-address), on 127.0.0.1. */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { authority, credentials = { username: "demo", password: "demo" } } = options;
  if (!Number.isSafeInteger(options.keep) || options.keep < 1)
    throw new RangeError("keep must be a whole number from 1");
  const [certificate, page] = await Promise.all([issueMailboxCertificate(authority), webPage()]);
  const store = new MessageStore(join(options.dataDir, "mailbox.sqlite"), options.keep);
  const changes = new ChangeStream(store);
  const smtp = new SmtpListener({ store, credentials, certificate });
  const http = new HttpListener({ store, changes, page });
  const stopRenewal = renewCertificate(certificate, { authority, onRenewed: (renewed) => smtp.renew(renewed) });
  const close = async () => {
    stopRenewal();
    changes.close();
    await Promise.all([smtp.close(), http.close()]);
    store.close();
  };
  try {
    return { smtpPort: await smtp.listen(options.smtpPort), url: await http.listen(options.httpPort), close };
  } catch (error) {
    await close();
    throw error;
  }
}
