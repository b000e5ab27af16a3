import type { Account } from "./account-fields.ts";

type Encryption = NonNullable<Account["encryption"]>;

/** Says how to reach a mail provider; each entry cites the provider's documentation. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  /** The text below the name. */
  readonly about: string;
  /** The host. It contains `{region}` if the provider has several regions, and is empty if only the reader knows the host. */
  readonly host: string;
  readonly encryption: Encryption;
  readonly port: number;
  readonly regions?: readonly string[];
  /** The user name, where it is the same for everybody. */
  readonly username?: string;
  readonly userHint?: string;
  readonly passwordHint?: string;
  /** The page on which the provider creates passwords. */
  readonly credentials?: { readonly label: string; readonly url: string };
  /** True when the server asks for no sign-in. */
  readonly isOpen?: boolean;
}

const STARTTLS = { encryption: "starttls", port: 587 } as const;

export const PRESETS: readonly Preset[] = [
  // The server and its ports: https://developers.google.com/workspace/gmail/imap/imap-smtp
  {
    id: "gmail",
    name: "Gmail",
    about: "gmail.com",
    host: "smtp.gmail.com",
    ...STARTTLS,
    userHint: "The whole address.",
    passwordHint: "An app password, not the account's own.",
    credentials: { label: "App passwords", url: "https://myaccount.google.com/apppasswords" },
  },
  // The server: https://learn.microsoft.com/exchange/mail-flow-best-practices/how-to-set-up-a-multifunction-device-or-application-to-send-email-using-microsoft-365-or-office-365
  // Microsoft retires passwords: https://techcommunity.microsoft.com/t5/exchange-team-blog/exchange-online-to-retire-basic-auth-for-client-submission-smtp/ba-p/4114750
  {
    id: "microsoft365",
    name: "Microsoft 365",
    about: "office365.com",
    host: "smtp.office365.com",
    ...STARTTLS,
    userHint: "The mailbox's whole address.",
    passwordHint: "Authenticated SMTP must be on for the mailbox; Microsoft is retiring passwords there.",
    credentials: { label: "Admin centre", url: "https://admin.microsoft.com/#/users" },
  },
  // The ports: https://docs.aws.amazon.com/ses/latest/dg/smtp-connect.html
  // The common regions: https://docs.aws.amazon.com/general/latest/gr/ses.html
  {
    id: "ses",
    name: "Amazon SES",
    about: "by region",
    host: "email-smtp.{region}.amazonaws.com",
    ...STARTTLS,
    regions: [
      "us-east-1",
      "us-east-2",
      "us-west-2",
      "ca-central-1",
      "eu-central-1",
      "eu-north-1",
      "eu-west-1",
      "eu-west-2",
      "eu-west-3",
      "ap-south-1",
      "ap-southeast-1",
      "ap-southeast-2",
      "ap-northeast-1",
      "sa-east-1",
    ],
    userHint: "Of the SMTP credentials, not an access key.",
    passwordHint: "Of the SMTP credentials of this region.",
    credentials: { label: "SMTP settings", url: "https://console.aws.amazon.com/ses/home#/smtp" },
  },
  // Postmark accepts only STARTTLS: https://postmarkapp.com/support/article/811-what-are-the-smtp-details-api-tokens-i-should-be-using
  {
    id: "postmark",
    name: "Postmark",
    about: "postmarkapp.com",
    host: "smtp.postmarkapp.com",
    ...STARTTLS,
    userHint: "The server's API token, twice.",
    passwordHint: "The same token.",
    credentials: { label: "Servers, API tokens", url: "https://account.postmarkapp.com/servers" },
  },
  // The server and its ports: https://resend.com/docs/send-with-smtp
  {
    id: "resend",
    name: "Resend",
    about: "resend.com",
    host: "smtp.resend.com",
    ...STARTTLS,
    username: "resend",
    passwordHint: "An API key.",
    credentials: { label: "API keys", url: "https://resend.com/api-keys" },
  },
  // The host and the user name: https://documentation.mailgun.com/docs/mailgun/user-manual/smtp-protocol/smtp-relay
  {
    id: "mailgun",
    name: "Mailgun",
    about: "by region",
    host: "smtp.{region}mailgun.org",
    ...STARTTLS,
    regions: ["", "eu."],
    userHint: "Such as postmaster@mg.example.com.",
    passwordHint: "Of the domain's SMTP credentials, not an API key.",
    credentials: { label: "Domain settings", url: "https://app.mailgun.com/mg/sending/domains" },
  },
  // The server and its ports: https://www.twilio.com/docs/sendgrid/for-developers/sending-email/integrating-with-the-smtp-api
  {
    id: "sendgrid",
    name: "SendGrid",
    about: "sendgrid.net",
    host: "smtp.sendgrid.net",
    ...STARTTLS,
    username: "apikey",
    userHint: "The word apikey itself.",
    passwordHint: "An API key.",
    credentials: { label: "API keys", url: "https://app.sendgrid.com/settings/api_keys" },
  },
  // Mailpit uses port 1025 and asks for no sign-in by default: https://github.com/axllent/mailpit
  {
    id: "mailpit",
    name: "Mailpit",
    about: "local tests",
    host: "localhost",
    encryption: "none",
    port: 1025,
    isOpen: true,
  },
  { id: "relay", name: "Relay", about: "no sign-in", host: "", encryption: "none", port: 25, isOpen: true },
  { id: "other", name: "Other", about: "any server", host: "", ...STARTTLS },
];

/** This provider uses no mail server; a setting of the deployment allows it. */
export const HTTP_API = { id: "http_api", name: "HTTP API", about: "of a provider" } as const;

const OTHER: Preset = PRESETS.find(({ id }) => id === "other") ?? {
  ...STARTTLS,
  id: "other",
  name: "",
  about: "",
  host: "",
};

export const presetOf = (id: string): Preset => PRESETS.find((one) => one.id === id) ?? OTHER;

/** Returns the host of a preset in one of its regions, by default the first. */
export const hostIn = ({ host, regions }: Preset, region = regions?.[0] ?? ""): string =>
  host.replace("{region}", region);

/** Guesses the preset of an account from its host. */
export function presetIdOf(account: Pick<Account, "provider" | "host" | "username"> | undefined): string {
  if (account === undefined) return "other";
  if (account.provider === "http_api") return HTTP_API.id;
  const hostsOf = (one: Preset) => (one.regions ?? [""]).map((region) => hostIn(one, region));
  const known = PRESETS.find((one) => one.host !== "" && hostsOf(one).includes(account.host ?? ""));
  return known?.id ?? (account.username ? "other" : "relay");
}

const REGION_NAMES: Readonly<Record<string, string>> = { "": "United States", "eu.": "Europe" };

export const regionOptions = ({ regions = [] }: Preset) =>
  regions.map((region) => ({ value: region, label: REGION_NAMES[region] ?? region }));

export const PORTS: Readonly<Record<Encryption, number>> = { starttls: 587, tls: 465, none: 25 };
