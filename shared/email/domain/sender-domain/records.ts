/** The parts of an SPF record (RFC 7208) that say who may send. */
export interface SpfRecord {
  readonly text: string;
  /** The domains of `include:` and `redirect=`, in lower case. */
  readonly includes: readonly string[];
  /** The qualifier of `all`; absent when the record has no `all`. */
  readonly all?: "pass" | "neutral" | "softfail" | "fail" | undefined;
}

const QUALIFIERS = { "+": "pass", "?": "neutral", "~": "softfail", "-": "fail" } as const;
const isQualifier = (character: string): character is keyof typeof QUALIFIERS => character in QUALIFIERS;

/** An SPF record begins with its version, followed by a space or the end (RFC 7208 section 4.5). */
const SPF_VERSION = /^v=spf1(?: |$)/i;

export const spfRecords = (texts: readonly string[]): SpfRecord[] =>
  texts.filter((text) => SPF_VERSION.test(text)).map(spfRecord);

function spfRecord(text: string): SpfRecord {
  const terms = text.toLowerCase().split(/ +/).slice(1);
  const includes = terms.flatMap((term) => /^(?:[+?~-]?include:|redirect=)(.+)$/.exec(term)?.[1] ?? []);
  const all = terms.find((term) => /^[+?~-]?all$/.test(term));
  const sign = all?.slice(0, -3) || "+";
  return { text, includes, ...(all !== undefined && isQualifier(sign) && { all: QUALIFIERS[sign] }) };
}

/** Reads `tag=value` pairs between semicolons (RFC 6376 section 3.2); the first of two equal tags counts. */
function tagsOf(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    if (at === -1) continue;
    const name = part.slice(0, at).trim().toLowerCase();
    if (name !== "" && !tags.has(name)) tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

export interface DkimRecord {
  readonly text: string;
  /** True for an empty key, by which a domain revokes the selector (RFC 6376 section 3.6.1). */
  readonly isRevoked: boolean;
}

/** Reads the DKIM record from the first text that has a key. */
export function dkimRecord(texts: readonly string[]): DkimRecord | undefined {
  for (const text of texts) {
    const tags = tagsOf(text);
    const version = tags.get("v");
    const key = tags.get("p");
    if (key !== undefined && (version === undefined || version.toUpperCase() === "DKIM1"))
      return { text, isRevoked: key.replaceAll(/\s/g, "") === "" };
  }
  return undefined;
}

export const DMARC_POLICIES = ["none", "quarantine", "reject"] as const;
export type DmarcPolicy = (typeof DMARC_POLICIES)[number];

export interface DmarcRecord {
  readonly text: string;
  /** Absent when the record has none of the three policies (RFC 7489 section 6.3). */
  readonly policy?: DmarcPolicy | undefined;
  readonly hasReports: boolean;
  /** True when SPF counts only for exactly the sender's domain (`aspf=s`). */
  readonly isSpfStrict: boolean;
}

const isPolicy = (text: string): text is DmarcPolicy => DMARC_POLICIES.some((policy) => policy === text);

export const dmarcRecords = (texts: readonly string[]): DmarcRecord[] =>
  texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)).map(dmarcRecord);

function dmarcRecord(text: string): DmarcRecord {
  const tags = tagsOf(text);
  const policy = tags.get("p")?.toLowerCase() ?? "";
  return {
    text,
    ...(isPolicy(policy) && { policy }),
    hasReports: (tags.get("rua") ?? "") !== "",
    isSpfStrict: tags.get("aspf")?.toLowerCase() === "s",
  };
}
