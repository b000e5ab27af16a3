import { UsageError } from "../../lib/command-line.ts";
import type { OwnMailServer } from "./aws/aws-ground.ts";

export interface GivenMailServer {
  readonly smtp?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly password?: string | undefined;
}

const PROTOCOLS: Readonly<Record<string, { readonly encryption: string; readonly port: number }>> = {
  "smtp:": { encryption: "starttls", port: 587 },
  "smtps:": { encryption: "tls", port: 465 },
};

/** Reads a mail server from the command line. Returns undefined if none was named. */
export function mailServerOf({ smtp, from, to, password }: GivenMailServer): OwnMailServer | undefined {
  if (smtp === undefined) {
    if (from !== undefined || to !== undefined) throw new UsageError("--from and --to go with --smtp");
    return undefined;
  }
  const server = serverAt(smtp, password ?? "");
  if (from === undefined || to === undefined) throw new UsageError("--smtp needs --from and --to");
  return { recipient: to, sendingAccount: { ...server, from_address: from, is_default: true } };
}

function serverAt(smtp: string, password: string): Readonly<Record<string, unknown>> {
  const url = URL.parse(smtp);
  const manner = PROTOCOLS[url?.protocol ?? ""];
  if (url === null || manner === undefined || url.hostname === "")
    throw new UsageError("--smtp must be smtp://USER@HOST:PORT or smtps://USER@HOST:PORT");
  if (url.password !== "") throw new UsageError("--smtp must not hold the password: put it into HERALD_SMTP_PASSWORD");
  const login = url.username === "" ? {} : { username: decodeURIComponent(url.username), password };
  const port = url.port === "" ? manner.port : Number(url.port);
  return { label: "Proof", provider: "smtp", host: url.hostname, port, encryption: manner.encryption, ...login };
}
