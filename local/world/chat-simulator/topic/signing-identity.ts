import {
  createHash,
  createPrivateKey,
  type KeyObject,
  X509Certificate as NodeCertificate,
  randomBytes,
  sign,
  webcrypto,
} from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

export const signatureVersions = ["1", "2"] as const;
/** Version `1` is RSA with SHA-1, version `2` RSA with SHA-256 (W6). */
export type SignatureVersion = (typeof signatureVersions)[number];

/** The topic's key and its certificate. */
export interface SigningIdentity {
  readonly certificatePem: string;
  /** The path has the topic service's form `/SimpleNotificationService-<32 hex digits>.pem`. */
  readonly certificatePath: string;
  /** Returns base64. The same text always gives the same signature. */
  sign(text: string, version: SignatureVersion): Promise<string>;
}

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
/** Signs in a thread of its own: a signature takes about a millisecond, which would delay the answers to requests. */
const signInBackground = promisify(sign);

const DAY_MS = 86_400_000;
const LIFE_DAYS = 3650;
const MIN_LEFT_MS = 30 * DAY_MS;

/**
 * Opens the identity kept in `dir` (the key has mode 0600). Creates it if it is missing, damaged or about to expire.
 */
export async function openSigningIdentity(dir: string): Promise<SigningIdentity> {
  const { key, certificatePem } = (await readIdentity(dir)) ?? (await writeIdentity(dir));
  const fingerprint = createHash("sha256").update(certificatePem).digest("hex").slice(0, 32);
  return {
    certificatePem,
    certificatePath: `/SimpleNotificationService-${fingerprint}.pem`,
    sign: async (text, version) => {
      const signature = await signInBackground(version === "1" ? "RSA-SHA1" : "RSA-SHA256", Buffer.from(text), key);
      return signature.toString("base64");
    },
  };
}

function filesIn(dir: string) {
  return { keyFile: join(dir, "topic-signing.key.pem"), certificateFile: join(dir, "topic-signing.cert.pem") };
}

async function readIdentity(dir: string): Promise<{ key: KeyObject; certificatePem: string } | undefined> {
  const { keyFile, certificateFile } = filesIn(dir);
  try {
    const [keyPem, certificatePem] = await Promise.all([readFile(keyFile, "utf8"), readFile(certificateFile, "utf8")]);
    const key = createPrivateKey(keyPem);
    const certificate = new NodeCertificate(certificatePem);
    const isUsable = certificate.checkPrivateKey(key) && Date.parse(certificate.validTo) > Date.now() + MIN_LEFT_MS;
    if (!isUsable) return undefined;
    await chmod(keyFile, 0o600);
    return { key, certificatePem };
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

async function writeIdentity(dir: string): Promise<{ key: KeyObject; certificatePem: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      // The number must be positive and long enough (RFC 5280, section 4.1.2.2).
      serialNumber: `4${randomBytes(16).toString("hex").slice(1)}`,
      name: "CN=sns.amazonaws.com",
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + LIFE_DAYS * DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)],
    },
    webcrypto,
  );
  const keyPem = x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  const certificatePem = `${certificate.toString("pem")}\n`;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { keyFile, certificateFile } = filesIn(dir);
  // A crash between the two writes leaves a pair that does not match; the next start then creates both again.
  await replaceFile(keyFile, keyPem, 0o600);
  await replaceFile(certificateFile, certificatePem, 0o644);
  return { key: createPrivateKey(keyPem), certificatePem };
}

async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode });
  await rename(draft, file);
}
