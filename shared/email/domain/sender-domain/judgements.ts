import type { KnownProvider } from "./known-providers.ts";
import { type DkimRecord, dkimRecord, dmarcRecords, type SpfRecord, spfRecords } from "./records.ts";

/** `unknown` means that the name servers did not answer, or were not asked. */
export const CHECK_STATES = ["ok", "advice", "missing", "wrong", "unknown"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const CHECK_NAMES = ["spf", "dkim", "dmarc", "return_path"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export interface DomainJudgement {
  readonly state: CheckState;
  /** `summary` and `whatToDo` are sentences for people. */
  readonly summary: string;
  readonly whatToDo?: string | undefined;
  /** The record as the name servers have it. */
  readonly found?: string | undefined;
  /** The record that the owner should add. */
  readonly toAdd?: string | undefined;
}

export interface ReturnPathQuestion {
  /** The domain of the sender's address. */
  readonly domain: string;
  /** The domain of the envelope sender, to which mails come back. */
  readonly returnDomain: string;
  /** The DMARC record was found at this domain: the sender's own, or one above it. */
  readonly dmarcDomain: string;
  readonly dmarc: Texts;
  readonly provider: KnownProvider | undefined;
}

/**
 * SPF speaks for the domain of the envelope sender. It counts for DMARC only where that domain is aligned with the sender's: the same one, or,
 * unless the record says `aspf=s`, one of the same organization (RFC 7489 section 3.1.2), which is where the record is found.
 */
export function judgeReturnPath({
  domain,
  returnDomain,
  dmarcDomain,
  dmarc = [],
  provider,
}: ReturnPathQuestion): DomainJudgement {
  if (provider?.hasOwnReturnPath)
    return {
      state: "advice",
      summary: `${provider.name} sends with a return path of its own, so SPF does not speak for ${domain}.`,
      whatToDo: `Receivers then go by the signature (DKIM), unless ${provider.name} is set up with a return path below ${domain}.`,
    };
  const isStrict = dmarcRecords(dmarc).some(({ isSpfStrict }) => isSpfStrict);
  const isRelated = returnDomain === dmarcDomain || returnDomain.endsWith(`.${dmarcDomain}`);
  if (domain === returnDomain || (isRelated && !isStrict))
    return {
      state: "ok",
      summary: `Mails come back to ${returnDomain}, so SPF speaks for the sender (DMARC alignment).`,
    };
  return {
    state: "advice",
    summary: `Mails come back to ${returnDomain}, which is not aligned with ${domain}: SPF does not speak for the sender.`,
    whatToDo: `Receivers then go by the signature (DKIM): let your mail provider sign with ${domain}${isRelated ? ", or delete aspf=s from the DMARC record" : ""}.`,
  };
}

/** The TXT records of a name: an empty list when there are none, undefined when no name server answered. */
export type Texts = readonly string[] | undefined;

const NO_ANSWER: DomainJudgement = {
  state: "unknown",
  summary: "The domain's name servers did not answer in time.",
  whatToDo: "Check again in a while.",
};

export function judgeSpf(texts: Texts, provider: KnownProvider | undefined): DomainJudgement {
  if (texts === undefined) return NO_ANSWER;
  const records = spfRecords(texts);
  const [record] = records;
  if (record === undefined) return withoutSpf(provider);
  if (records.length > 1)
    return {
      state: "wrong",
      summary: `There are ${records.length} SPF records; receivers then read none of them.`,
      whatToDo: "Put all of their parts into one record and delete the others.",
      found: records.map(({ text }) => text).join("\n"),
    };
  if (record.all === "pass")
    return {
      state: "wrong",
      summary: "The SPF record lets everybody send in the name of the domain.",
      whatToDo: "End it with ~all or -all.",
      found: record.text,
    };
  return judgeInclude(record, provider);
}

function withoutSpf(provider: KnownProvider | undefined): DomainJudgement {
  const summary = "The domain has no SPF record.";
  if (provider !== undefined && provider.spfInclude === undefined)
    return {
      state: "advice",
      summary: `${summary} ${provider.name} sends with a return path of its own, and needs none here.`,
    };
  const include = provider?.spfInclude;
  return {
    state: "missing",
    summary,
    whatToDo: "Add a TXT record at the domain that names the servers which send for it.",
    ...(include !== undefined && { toAdd: `v=spf1 include:${include} ~all` }),
  };
}

function judgeInclude({ text, includes }: SpfRecord, provider: KnownProvider | undefined): DomainJudgement {
  const include = provider?.spfInclude;
  if (provider === undefined || include === undefined || includes.includes(include))
    return { state: "ok", summary: "The domain says which servers send for it.", found: text };
  return {
    state: "advice",
    summary: `The SPF record does not name ${provider.name} itself.`,
    whatToDo: `Add include:${include} to it, unless one of its other parts covers ${provider.name}.`,
    found: text,
  };
}

export interface DkimTexts {
  readonly selector: string;
  readonly texts: Texts;
}

/** DKIM is judged by the first selector that has a key. */
export function judgeDkim(asked: readonly DkimTexts[], provider: KnownProvider | undefined): DomainJudgement {
  const found = asked.flatMap(({ selector, texts = [] }) => {
    const record = dkimRecord(texts);
    return record === undefined ? [] : [{ selector, record }];
  });
  const best = found.find(({ record }) => !record.isRevoked) ?? found[0];
  if (best !== undefined) return judgeKey(best.selector, best.record);
  if (asked.some(({ texts }) => texts === undefined)) return NO_ANSWER;
  const from = provider?.name ?? "your mail provider";
  if (asked.length === 0)
    return {
      state: "unknown",
      summary: "Signatures (DKIM) cannot be looked up without the selector, which is not the same for everybody.",
      whatToDo: `Enter the selector that ${from} gave you.`,
    };
  return {
    state: "missing",
    summary: `No signature key (DKIM) under ${asked.map(({ selector }) => selector).join(", ")}.`,
    whatToDo: `Add the DKIM record that ${from} shows for the domain, or enter the selector that it gave you.`,
  };
}

const judgeKey = (selector: string, { text, isRevoked }: DkimRecord): DomainJudgement =>
  isRevoked
    ? {
        state: "wrong",
        summary: `The key of ${selector} is empty: it was revoked.`,
        whatToDo: "Add the record of a new key.",
        found: text,
      }
    : { state: "ok", summary: `There is a signature key under ${selector}.`, found: text };

export function judgeDmarc(texts: Texts): DomainJudgement {
  if (texts === undefined) return NO_ANSWER;
  const records = dmarcRecords(texts);
  const [record] = records;
  if (record === undefined)
    return {
      state: "missing",
      summary: "The domain has no DMARC record; large providers want one from everybody who sends much.",
      whatToDo: "Add a TXT record; p=none changes nothing about delivery and is where to begin.",
      toAdd: "v=DMARC1; p=none",
    };
  if (records.length > 1 || record.policy === undefined)
    return {
      state: "wrong",
      summary: records.length > 1 ? "There is more than one DMARC record." : "The DMARC record has no policy.",
      whatToDo: "Keep one record, with p=none, p=quarantine or p=reject.",
      found: records.map(({ text }) => text).join("\n"),
    };
  const found = record.text;
  if (record.policy === "none" && !record.hasReports)
    return {
      state: "advice",
      summary: "The DMARC record asks for nothing, and for no reports.",
      whatToDo: "Add rua=mailto: and an address to it, to hear who sends in the domain's name.",
      found,
    };
  return { state: "ok", summary: `Receivers are asked for p=${record.policy} where a mail fails the checks.`, found };
}
