/** The records that a provider of mail asks for, where they are the same for all of its customers. */
export interface KnownProvider {
  readonly name: string;
  /** The domain that SPF includes; absent where the provider sends with a return path of its own. */
  readonly spfInclude?: string | undefined;
  /** Of DKIM; empty where each customer has others. */
  readonly selectors: readonly string[];
}

/**
 * By the ends of their SMTP hosts, from the providers' own pages: support.google.com/a/answer/33786 (Gmail), learn.microsoft.com/defender-office-365
 * (Microsoft 365), docs.aws.amazon.com/ses (Easy DKIM has selectors of its own for each identity), postmarkapp.com/support, resend.com/docs,
 * documentation.mailgun.com, docs.sendgrid.com.
 */
const PROVIDERS: readonly (readonly [hostEnd: string, provider: KnownProvider])[] = [
  ["gmail.com", { name: "Google", spfInclude: "_spf.google.com", selectors: ["google"] }],
  [
    "office365.com",
    { name: "Microsoft 365", spfInclude: "spf.protection.outlook.com", selectors: ["selector1", "selector2"] },
  ],
  ["amazonaws.com", { name: "Amazon SES", selectors: [] }],
  ["postmarkapp.com", { name: "Postmark", selectors: [] }],
  ["resend.com", { name: "Resend", selectors: ["resend"] }],
  ["mailgun.org", { name: "Mailgun", spfInclude: "mailgun.org", selectors: ["mailo", "pic", "k1", "mx"] }],
  ["sendgrid.net", { name: "SendGrid", selectors: ["s1", "s2"] }],
];

export function knownProvider(host: string | undefined): KnownProvider | undefined {
  const name = host?.toLowerCase().replace(/\.$/, "");
  return PROVIDERS.find(([end]) => name === end || name?.endsWith(`.${end}`))?.[1];
}
