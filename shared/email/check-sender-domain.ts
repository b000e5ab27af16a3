import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { domainToAscii, isDnsName } from "./domain/domain-name.ts";
import {
  CHECK_NAMES,
  type CheckName,
  type DkimTexts,
  type DomainJudgement,
  judgeDkim,
  judgeDmarc,
  judgeReturnPath,
  judgeSpf,
  type Texts,
} from "./domain/sender-domain/judgements.ts";
import { knownProvider } from "./domain/sender-domain/known-providers.ts";
import { dmarcRecords } from "./domain/sender-domain/records.ts";
import type { DomainTexts, SendingAccountStore } from "./ports.ts";

/** With this many selectors, a check makes at most ten look-ups, including those for SPF and DMARC. */
const MOST_SELECTORS = 6;
const MOST_PARENTS = 3;
const DMARC_LABEL = "_dmarc.";

export interface CheckSenderDomainDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "find">;
  /** Absent in test mode, in which no question leaves the deployment (D48). */
  readonly domainTexts?: DomainTexts | undefined;
}

export interface DomainCheck extends DomainJudgement {
  readonly name: CheckName;
  /** The name in DNS at which the record is, or should be. */
  readonly host?: string | undefined;
}

export interface SenderDomain {
  readonly domain: string;
  readonly provider?: string | undefined;
  readonly checks: readonly DomainCheck[];
}

export interface DomainQuestion {
  readonly owner: Owner;
  readonly id: string;
  /** DKIM selectors to check in addition to those that the account's provider is known to use. */
  readonly selectors: readonly string[];
}

const NOT_ASKED: DomainJudgement = {
  state: "unknown",
  summary: "Test mode asks no name servers.",
  whatToDo: "Check the domain with an account of live mode.",
};

/** Looks up the DNS records (SPF, DKIM, DMARC, and what they say of the return path) by which receivers tell an account's mails from forged mails. */
export async function checkSenderDomain(
  { sendingAccounts, domainTexts }: CheckSenderDomainDeps,
  { owner, id, selectors }: DomainQuestion,
): Promise<SenderDomain> {
  const account = await sendingAccounts.find(owner, id);
  if (account === undefined) throw notFound();
  const domain = domainOf(account.fromAddress);
  const { settings } = account;
  // Receivers judge SPF by the envelope sender (RFC 7208 section 2.4).
  const returnDomain = account.returnPath === undefined ? domain : domainOf(account.returnPath.address);
  const provider = knownProvider(settings.provider === "smtp" ? settings.host : URL.parse(settings.endpoint)?.hostname);
  if (domainTexts === undefined)
    return { domain, provider: provider?.name, checks: CHECK_NAMES.map((name) => ({ name, ...NOT_ASKED })) };
  const asked = [...new Set([...selectors, ...(provider?.selectors ?? [])])].slice(0, MOST_SELECTORS);
  const dkimAt = (selector: string) => `${selector}._domainkey.${domain}`;
  const [spf, dkim, dmarc] = await Promise.all([
    domainTexts.at(returnDomain, owner),
    Promise.all(
      asked.map(
        async (selector): Promise<DkimTexts> => ({ selector, texts: await domainTexts.at(dkimAt(selector), owner) }),
      ),
    ),
    dmarcOf((name) => domainTexts.at(name, owner), domain),
  ]);
  const [first] = asked;
  return {
    domain,
    provider: provider?.name,
    checks: [
      { name: "spf", host: returnDomain, ...judgeSpf(spf, provider) },
      { name: "dkim", ...(first === undefined ? {} : { host: dkimAt(first) }), ...judgeDkim(dkim, provider) },
      { name: "dmarc", host: dmarc.host, ...judgeDmarc(dmarc.texts) },
      {
        name: "return_path",
        ...judgeReturnPath({
          domain,
          returnDomain,
          provider,
          dmarc: dmarc.texts,
          dmarcDomain: dmarc.host.slice(DMARC_LABEL.length),
        }),
      },
    ],
  };
}

function domainOf(address: string): string {
  const ascii = domainToAscii(address.slice(address.lastIndexOf("@") + 1));
  if (ascii === undefined || !isDnsName(ascii)) throw invalid("from_address has a domain without records");
  return ascii;
}

interface DmarcTexts {
  readonly host: string;
  readonly texts: Texts;
}

/** Finds the DMARC record at the domain, or at the nearest parent domain of at least two labels (RFC 7489 section 6.6.3). */
async function dmarcOf(textsAt: (name: string) => Promise<Texts>, domain: string): Promise<DmarcTexts> {
  const labels = domain.split(".");
  const parents = labels.slice(0, Math.max(1, labels.length - 1)).map((_, i) => labels.slice(i).join("."));
  const hosts = parents.slice(0, MOST_PARENTS).map((parent) => `${DMARC_LABEL}${parent}`);
  const asked = await Promise.all(hosts.map(async (host) => ({ host, texts: await textsAt(host) })));
  const found = asked.find(({ texts }) => texts !== undefined && dmarcRecords(texts).length > 0);
  const silent = asked.find(({ texts }) => texts === undefined);
  return found ?? { host: `${DMARC_LABEL}${domain}`, texts: silent ? undefined : [] };
}
