import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** The region and the service that a signature is valid for. */
export interface SigningScope {
  readonly region: string;
  readonly service: string;
}

export interface SigningContext {
  readonly credentials: Credentials;
  readonly scope: SigningScope;
  readonly now: Date;
}

/**
 * A POST to the root of a host, without a query. The names of its headers are in lower case and the values have no
 * surrounding white space.
 */
export interface UnsignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

interface DayKey {
  readonly scope: string;
  readonly key: KeyObject;
}

/**
 * Signing keys are kept as key objects, because Node takes several times as long for a key in bytes. Each is valid for
 * one day.
 */
const dayKeys = new WeakMap<Credentials, DayKey>();

function dayKeyOf(credentials: Credentials, scope: string): KeyObject {
  const known = dayKeys.get(credentials);
  if (known?.scope === scope) return known.key;
  const start: string | Buffer = `AWS4${credentials.secretAccessKey}`;
  const bytes = scope
    .split("/")
    .reduce<string | Buffer>((key, part) => createHmac("sha256", key).update(part).digest(), start);
  const key = createSecretKey(Buffer.from(bytes));
  dayKeys.set(credentials, { scope, key });
  return key;
}

/**
 * Returns the headers together with those that sign them and the body, as AWS Signature Version 4 asks (IAM User Guide,
 * "Create a signed AWS API request").
 */
export function signedHeaders(
  { headers, body }: UnsignedRequest,
  { credentials, scope: { region, service }, now }: SigningContext,
): Record<string, string> {
  const { accessKeyId, sessionToken } = credentials;
  const date = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  const digest = hash("sha256", body);
  const said: Record<string, string> = { ...headers, "x-amz-date": date, "x-amz-content-sha256": digest };
  if (sessionToken !== undefined) said["x-amz-security-token"] = sessionToken;
  const names = Object.keys(said).sort();
  const lines = names.map((name) => `${name}:${said[name]}\n`).join("");
  const canonical = `POST\n/\n\n${lines}\n${names.join(";")}\n${digest}`;
  const signature = createHmac("sha256", dayKeyOf(credentials, scope))
    .update(`${ALGORITHM}\n${date}\n${scope}\n${hash("sha256", canonical)}`)
    .digest("hex");
  said.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return said;
}
