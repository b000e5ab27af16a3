import { type KeyObject, verify } from "node:crypto";

/** CloudFront adds these parameters to a link with a canned policy. The signature covers the rest of the address. */
const PARAMETERS = ["Expires", "Signature", "Key-Pair-Id", "Hash-Algorithm"] as const;

export interface TrustedKey {
  readonly id: string;
  readonly publicKey: KeyObject;
}

export interface LinkQuestion {
  /** The path and query exactly as they were sent. */
  readonly target: string;
  /** The scheme and host of the links. */
  readonly origin: string;
  readonly key: TrustedKey;
  readonly nowMs: number;
}

interface SignedTarget {
  /** The address without the parameters that signing added. */
  readonly resource: string;
  readonly given: Readonly<Record<(typeof PARAMETERS)[number], readonly string[]>>;
}

const isOwn = (name: string): boolean => PARAMETERS.some((one) => one === name);

function taken(target: string, origin: string): SignedTarget {
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const pairs = query.split("&").map((pair) => pair.split(/=(.*)/s));
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value = ""]) => (name === wanted ? [value] : []));
  const rest = pairs.flatMap(([name = "", value = ""]) => (isOwn(name) ? [] : [`${name}=${value}`]));
  return {
    resource: `${origin}${path}${rest.length > 0 ? `?${rest.join("&")}` : ""}`,
    given: {
      Expires: valuesOf("Expires"),
      Signature: valuesOf("Signature"),
      "Key-Pair-Id": valuesOf("Key-Pair-Id"),
      "Hash-Algorithm": valuesOf("Hash-Algorithm"),
    },
  };
}

/**
 * Says whether CloudFront would accept a signed link: each parameter occurs once, the signature is correct, and the
 * link has not expired.
 */
export function isValidLink({ target, origin, key, nowMs }: LinkQuestion): boolean {
  const { resource, given } = taken(target, origin);
  if (Object.values(given).some((values) => values.length !== 1)) return false;
  const [expires = "", signature = "", keyId, algorithm] = Object.values(given).flat();
  if (keyId !== key.id || algorithm !== "SHA256" || !/^\d{1,12}$/.test(expires)) return false;
  if (Number(expires) * 1000 <= nowMs) return false;
  return isSigned(cannedPolicy(resource, Number(expires)), signature, key.publicKey);
}

/**
 * The policy must have exactly these characters (CloudFront's developer guide, "Create a signed URL using a canned
 * policy").
 */
const cannedPolicy = (resource: string, expires: number): string =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": expires } } }] });

function isSigned(policy: string, signature: string, publicKey: KeyObject): boolean {
  const base64 = decodeURIComponentOr(signature).replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
  try {
    return verify("sha256", Buffer.from(policy), publicKey, Buffer.from(base64, "base64"));
  } catch {
    // The text does not even have the form of a signature.
    return false;
  }
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
