import { createPrivateKey, X509Certificate as NodeCertificate, randomBytes, webcrypto } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** A certificate and its private key, both in PEM. */
export interface IssuedCertificate {
  key: string;
  cert: string;
}

/**
 * The local stack's own certificate authority. Clients that trust `certificatePem` trust the certificates that it
 * issues.
 */
export interface CertificateAuthority {
  /** The authority's certificate in PEM, for the `ca` option of a TLS client. */
  certificatePem: string;
  /**
   * Issues a server certificate for these DNS names and IP addresses. It is valid for 90 days and has a new key each
   * time.
   */
  issue(hostnames: string[]): Promise<IssuedCertificate>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
const SERVER_DAYS = 90;
/** Certificates are backdated, so that a client whose clock is slightly behind accepts a new one. */
const BACKDATED_MS = 3_600_000;

/**
 * Opens the authority kept in `dir` (`local-authority.cert.pem`, and the key with mode 0600). Creates one if there is
 * none, if its files are damaged, or if it would expire before a certificate that it issues now.
 */
export async function openCertificateAuthority(
  dir: string,
  now: () => number = Date.now,
): Promise<CertificateAuthority> {
  const { key, cert } = (await readAuthority(dir, now())) ?? (await writeAuthority(dir, now()));
  const signingKey = await importPrivateKey(key);
  const issuer = new x509.X509Certificate(cert);
  return {
    certificatePem: cert,
    issue: (hostnames) => issueServerCertificate({ issuer, signingKey }, hostnames, now()),
  };
}

function filesIn(dir: string) {
  return { keyFile: join(dir, "local-authority.key.pem"), certFile: join(dir, "local-authority.cert.pem") };
}

async function readAuthority(dir: string, nowMs: number): Promise<IssuedCertificate | undefined> {
  const { keyFile, certFile } = filesIn(dir);
  try {
    const [key, cert] = await Promise.all([readFile(keyFile, "utf8"), readFile(certFile, "utf8")]);
    const parsed = new NodeCertificate(cert);
    const outlivesItsCertificates = Date.parse(parsed.validTo) > nowMs + SERVER_DAYS * DAY_MS;
    if (!outlivesItsCertificates || !parsed.checkPrivateKey(createPrivateKey(key))) return undefined;
    await chmod(keyFile, 0o600);
    return { key, cert };
  } catch (error) {
    if (isMissingOrDamaged(error)) return undefined;
    throw error;
  }
}

/** Says whether the files can be replaced: they are missing or no readable PEM. A missing read permission is an error for the user. */
function isMissingOrDamaged(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ENOENT" || String(error.code).startsWith("ERR_OSSL");
}

async function writeAuthority(dir: string, nowMs: number): Promise<IssuedCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: `CN=Herald local authority ${randomBytes(4).toString("hex")}`,
      notBefore: new Date(nowMs - BACKDATED_MS),
      notAfter: new Date(nowMs + AUTHORITY_DAYS * DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    webcrypto,
  );
  const made = { key: await exportPrivateKey(keys.privateKey), cert: certificate.toString("pem") };
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { keyFile, certFile } = filesIn(dir);
  // The key is written first: a certificate without its key would be trusted by others although nothing can be signed
  // with it.
  await replaceFile(keyFile, made.key, 0o600);
  await replaceFile(certFile, made.cert, 0o644);
  return made;
}

async function issueServerCertificate(
  authority: { issuer: x509.X509Certificate; signingKey: webcrypto.CryptoKey },
  hostnames: string[],
  nowMs: number,
): Promise<IssuedCertificate> {
  const [commonName] = hostnames;
  if (commonName === undefined) throw new TypeError("a server certificate needs at least one host name");
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const names = hostnames.map((name) => ({ type: isIP(name) ? ("ip" as const) : ("dns" as const), value: name }));
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: [{ CN: [commonName] }],
      issuer: authority.issuer.subject,
      notBefore: new Date(nowMs - BACKDATED_MS),
      notAfter: new Date(nowMs + SERVER_DAYS * DAY_MS),
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey: authority.signingKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(names),
        await x509.AuthorityKeyIdentifierExtension.create(authority.issuer.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    webcrypto,
  );
  return { key: await exportPrivateKey(keys.privateKey), cert: certificate.toString("pem") };
}

/** Returns 16 random bytes in hexadecimal. The first digit 4 keeps the number positive (RFC 5280, section 4.1.2.2). */
function serialNumber(): string {
  return `4${randomBytes(16).toString("hex").slice(1)}`;
}

async function exportPrivateKey(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}

function importPrivateKey(pem: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey("pkcs8", x509.PemConverter.decodeFirst(pem), ALGORITHM, false, ["sign"]);
}

async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode });
  await rename(draft, file);
}
