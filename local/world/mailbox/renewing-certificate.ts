import { X509Certificate } from "node:crypto";
import type { CertificateAuthority, IssuedCertificate } from "../../certificate-authority.ts";

/** Clients on this machine use these names for the mailbox. */
const HOSTNAMES = ["localhost", "127.0.0.1"];
const CHECK_MS = 6 * 3_600_000;
/**
 * A certificate is renewed when it ends within 14 days, so that a machine that sleeps through some checks still wakes up
 * with a valid certificate.
 */
const NEAR_END_MS = 14 * 86_400_000;

export interface RenewalOptions {
  authority: CertificateAuthority;
  onRenewed: (certificate: IssuedCertificate) => void;
  checkEveryMs?: number;
  now?: () => number;
}

/**
 * Renews the server's certificate until stopped, since a stack may run for months. Returns a function that stops it.
 */
export function renewCertificate(current: IssuedCertificate, options: RenewalOptions): () => void {
  const { authority, onRenewed, checkEveryMs = CHECK_MS, now = Date.now } = options;
  let endsMs = endOf(current);
  const check = async () => {
    if (endsMs - now() > NEAR_END_MS) return;
    const renewed = await issueMailboxCertificate(authority);
    endsMs = endOf(renewed);
    onRenewed(renewed);
  };
  // A failed renewal is tried again at the next check, long before the end.
  const timer = setInterval(() => void check().catch(() => undefined), checkEveryMs).unref();
  return () => clearInterval(timer);
}

export function issueMailboxCertificate(authority: CertificateAuthority): Promise<IssuedCertificate> {
  return authority.issue(HOSTNAMES);
}

function endOf({ cert }: IssuedCertificate): number {
  return Date.parse(new X509Certificate(cert).validTo);
}
