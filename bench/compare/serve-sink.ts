// Runs the mail server to which all contenders send, which is the local stack's mailbox in a separate process.
// `serve-sink.ts <data folder>` prints its addresses as one line of JSON.
import { openCertificateAuthority } from "../../local/certificate-authority.ts";
import { startMailbox } from "../../local/world/mailbox/start-mailbox.ts";

const KEPT_MAILS = 1_000_000;
const [, , dataDir = ""] = process.argv;
const authority = await openCertificateAuthority(dataDir);
const { url, smtpPort } = await startMailbox({ httpPort: 0, smtpPort: 0, dataDir, keep: KEPT_MAILS, authority });
process.stdout.write(`${JSON.stringify({ url, smtpPort })}\n`);
