import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";

const POSTFIX = "/usr/sbin/postfix";
/** The mails belong to this arbitrary user. */
const MAIL_UID = 1000;

/** Returns the reason why these tests cannot run here, or undefined. */
export function withoutPostfix(): string | undefined {
  if (!existsSync(POSTFIX)) return "Postfix is not installed (apt-get install postfix)";
  return process.getuid?.() === 0 ? undefined : "Postfix starts as root only";
}

const mainConfiguration = (folder: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
myhostname = postfix.test
virtual_mailbox_domains = example.test
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:${MAIL_UID}
virtual_gid_maps = static:${MAIL_UID}
virtual_minimum_uid = 100
virtual_mailbox_limit = 0
message_size_limit = 27000000
smtpd_peername_lookup = no
smtpd_recipient_restrictions = permit_mynetworks, reject
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
`;

const services = (port: number) => `
${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/**
 * Starts Debian's own Postfix on a free port, with settings, queue and mailboxes in a folder of its own. Everybody at
 * example.test gets mail.
 */
export async function startPostfix() {
  const folder = await mkdtemp(join(tmpdir(), "herald-postfix-"));
  chmodSync(folder, 0o755);
  for (const name of ["etc", "queue", "data", "mail"]) mkdirSync(join(folder, name));
  const uid = Number(execFileSync("id", ["-u", "postfix"]).toString());
  chownSync(join(folder, "data"), uid, uid);
  chownSync(join(folder, "mail"), MAIL_UID, MAIL_UID);
  const port = await freePort();
  const etc = join(folder, "etc");
  writeFileSync(join(etc, "main.cf"), mainConfiguration(folder));
  writeFileSync(join(etc, "master.cf"), services(port));
  const ask = (command: string) => execFileSync(POSTFIX, ["-c", etc, command], { stdio: "ignore" });
  ask("start");
  return {
    port,
    /** Returns the delivered mails, with the trace headers that Postfix puts in front. */
    mails: (): Buffer[] => {
      const arrived = join(folder, "mail", "all", "new");
      return existsSync(arrived) ? readdirSync(arrived).map((name) => readFileSync(join(arrived, name))) : [];
    },
    log: () => readFileSync(join(folder, "postfix.log"), "utf8"),
    stop: () => {
      ask("stop");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
