import { join } from "node:path";
import type { CertificateAuthority } from "../../certificate-authority.ts";
import { ChangeStream } from "./change-stream.ts";
import { HttpListener } from "./http-listener.ts";
import { MessageStore } from "./message-store.ts";
import { issueMailboxCertificate, renewCertificate } from "./renewing-certificate.ts";
import type { TakesBack } from "./returned-mail.ts";
import { type Credentials, SmtpListener } from "./smtp-listener.ts";
import { webPage } from "./web-page.ts";

export interface MailboxOptions {
  /** Port `0` picks a free one, for HTTP and for SMTP. */
  httpPort: number;
  smtpPort: number;
  /** The folder of `mailbox.sqlite`. It is created if it is missing. */
  dataDir: string;
  /** The number of newest messages that are kept (`HERALD_MAILBOX_KEEP`). */
  keep: number;
  /** The only credentials that AUTH accepts, `demo`/`demo` by default. AUTH itself is optional. */
  credentials?: Credentials;
  authority: CertificateAuthority;
  /** Mails for one domain are handed on as well. */
  takesBack?: TakesBack;
}

export interface Mailbox {
  /** The address of the web page and HTTP API, without a slash at the end. */
  url: string;
  smtpPort: number;
  /** Ends within 2 s even with open connections. Acknowledged messages are kept. */
  close(): Promise<void>;
}

/**
 * Starts the local mailbox on 127.0.0.1: SMTP to receive, web page and HTTP API to read (M-smtp, M-mailbox-address).
 */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const { authority, credentials = { username: "demo", password: "demo" } } = options;
  if (!Number.isSafeInteger(options.keep) || options.keep < 1)
    throw new RangeError("keep must be a whole number from 1");
  const [certificate, page] = await Promise.all([issueMailboxCertificate(authority), webPage()]);
  const store = new MessageStore(join(options.dataDir, "mailbox.sqlite"), options.keep);
  const changes = new ChangeStream(store);
  const smtp = new SmtpListener({ store, credentials, certificate, takesBack: options.takesBack });
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
