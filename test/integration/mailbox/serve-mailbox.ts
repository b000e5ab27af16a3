// Tests that kill a mailbox run it in a process of its own. `serve-mailbox.ts <data folder>` prints its addresses as
// JSON.
import { openCertificateAuthority } from "../../../local/certificate-authority.ts";
import { startMailbox } from "../../../local/world/mailbox/start-mailbox.ts";

const [, , dataDir = ""] = process.argv;
const authority = await openCertificateAuthority(dataDir);
const { url, smtpPort } = await startMailbox({ httpPort: 0, smtpPort: 0, dataDir, keep: 10_000, authority });
process.stdout.write(`${JSON.stringify({ url, smtpPort })}\n`);
