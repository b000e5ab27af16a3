import { type KeyObject, verify } from "node:crypto";

/** The parameters that CloudFront adds to a link with a canned policy; the rest of the address is signed. */
const PARAMETERS = ["Expires", "Signature", "Key-Pair-Id", "Hash-Algorithm"] as const;

export interface TrustedKey {
  readonly id: string;
  readonly publicKey: KeyObject;
}

export interface LinkQuestion {
  /** Path and query, as they came. */
  readonly target: string;
  /** Scheme and host under which links are given out. */
  readonly origin: string;
  readonly key: TrustedKey;
  readonly nowMs: number;
}

interface SignedTarget {
  /** The address without what signing added to it. */
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

/** Whether CloudFront would let a signed link through: every parameter once, its own signature, and in time. */
export function isValidLink({ target, origin, key, nowMs }: LinkQuestion): boolean {
  const { resource, given } = taken(target, origin);
  if (Object.values(given).some((values) => values.length !== 1)) return false;
  const [expires = "", signature = "", keyId, algorithm] = Object.values(given).flat();
  if (keyId !== key.id || algorithm !== "SHA256" || !/^\d{1,12}$/.test(expires)) return false;
  if (Number(expires) * 1000 <= nowMs) return false;
  return isSigned(cannedPolicy(resource, Number(expires)), signature, key.publicKey);
}

/** CloudFront's developer guide, "Create a signed URL using a canned policy": these characters and no others. */
const cannedPolicy = (resource: string, expires: number): string =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": expires } } }] });

function isSigned(policy: string, signature: string, publicKey: KeyObject): boolean {
  const base64 = decodeURIComponentOr(signature).replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
  try {
    return verify("sha256", Buffer.from(policy), publicKey, Buffer.from(base64, "base64"));
  } catch {
    // Not even the form of a signature.
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
