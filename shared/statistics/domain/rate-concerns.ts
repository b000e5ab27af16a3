import type { SendingAccount } from "../../email/domain/sending-account.ts";
import { type AccountFigures, accountKey } from "./account-counts.ts";
import { type Concern, counted } from "./concern.ts";
import type { HourFigures } from "./figures.ts";

/** Rates of fewer mails say little, and a single report says nothing. */
const LEAST_MAILS = 100;
const LEAST_COMPLAINTS = 2;
const LEAST_BOUNCES = 3;

/** Gmail asks senders to stay below the first rate, and never to reach the second one (Google, "Email sender guidelines"). */
const COMPLAINTS_TO_HEED = 0.001;
const COMPLAINTS_TOO_MANY = 0.003;
/** Amazon SES places an account under review at this rate (Amazon SES Developer Guide, "Reputation metrics"). */
const BOUNCES_TOO_MANY = 0.05;

/** Finds accounts from whose mails of these hours more came back, or more were complained of, than Gmail and Amazon SES allow. */
export const rateConcerns = (
  accounts: readonly Pick<SendingAccount, "id" | "label">[],
  hours: readonly Pick<HourFigures, "byAccount">[],
): readonly Concern[] =>
  accounts.flatMap((account) => {
    const figures = figuresOf(account.id, hours);
    return figures.mails < LEAST_MAILS ? [] : [...complaintsOf(account, figures), ...bouncesOf(account, figures)];
  });

function figuresOf(id: string, hours: readonly Pick<HourFigures, "byAccount">[]): AccountFigures {
  const own = hours.flatMap(({ byAccount }) => byAccount.get(accountKey(id)) ?? []);
  const sum = (count: keyof AccountFigures): number => own.reduce((total, one) => total + one[count], 0);
  return { mails: sum("mails"), bounces: sum("bounces"), complaints: sum("complaints") };
}

type Account = Pick<SendingAccount, "id" | "label">;

function complaintsOf({ id, label }: Account, { mails, complaints }: AccountFigures): readonly Concern[] {
  const rate = complaints / mails;
  if (complaints < LEAST_COMPLAINTS || rate < COMPLAINTS_TO_HEED) return [];
  const isTooMany = rate >= COMPLAINTS_TOO_MANY;
  const allowed = isTooMany
    ? "From 0.3 % on, Gmail may put all mails of such a sender into the spam folder."
    : "Gmail and Amazon SES ask for less than 0.1 %, and from 0.3 % on Gmail may put all mails of such a sender into the spam folder.";
  return [
    {
      kind: isTooMany ? "sending_account_complaints_exceeded" : "sending_account_complaints",
      record: { kind: "sending_account", id },
      title: `Recipients complain of the mails of sending account ${label}`,
      text: `${shareText(complaints, mails)} were reported as unwanted. ${allowed} Send only to people who asked for your mails.`,
      count: complaints,
    },
  ];
}

function bouncesOf({ id, label }: Account, { mails, bounces }: AccountFigures): readonly Concern[] {
  if (bounces < LEAST_BOUNCES || bounces / mails < BOUNCES_TOO_MANY) return [];
  return [
    {
      kind: "sending_account_bounces_exceeded",
      record: { kind: "sending_account", id },
      title: `Too many mails of sending account ${label} come back`,
      text: `${shareText(bounces, mails)} bounced for good. Amazon SES reviews an account from 5 % on, and may stop it at 10 %. Check where the addresses come from.`,
      count: bounces,
    },
  ];
}

const share = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A rate below a limit must not read like the limit, so it is rounded down. */
const shareText = (count: number, mails: number): string =>
  `${count.toLocaleString("en")} of ${counted(mails, "mail")} of the last 7 days (${share.format(Math.floor((count * 10_000) / mails) / 100)} %)`;
