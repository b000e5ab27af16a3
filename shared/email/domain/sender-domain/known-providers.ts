/** The DNS records that a mail provider asks for, as far as they are the same for all of its customers. */
export interface KnownProvider {
  readonly name: string;
  /** The domain that an SPF record must include; absent when the provider sends with a return path of its own. */
  readonly spfInclude?: string | undefined;
  /** The provider replaces the envelope sender by an address of its own. */
  readonly hasOwnReturnPath?: true;
  /** The DKIM selectors of all customers; empty when each customer has its own. */
  readonly selectors: readonly string[];
}

/**
 * Each provider is known by the end of its SMTP host. The records are from support.google.com/a/answer/33786 (Gmail), docs.aws.amazon.com/ses,
 * learn.microsoft.com/defender-office-365 (Microsoft 365), postmarkapp.com/support, resend.com/docs, documentation.mailgun.com and
 * docs.sendgrid.com; Easy DKIM of SES has other selectors for each identity.
 */
const PROVIDERS: readonly (readonly [hostEnd: string, provider: KnownProvider])[] = [
  ["gmail.com", { name: "Google", spfInclude: "_spf.google.com", selectors: ["google"] }],
  [
    "office365.com",
    { name: "Microsoft 365", spfInclude: "spf.protection.outlook.com", selectors: ["selector1", "selector2"] },
  ],
  ["amazonaws.com", { name: "Amazon SES", hasOwnReturnPath: true, selectors: [] }],
  ["postmarkapp.com", { name: "Postmark", hasOwnReturnPath: true, selectors: [] }],
  ["resend.com", { name: "Resend", hasOwnReturnPath: true, selectors: ["resend"] }],
  ["mailgun.org", { name: "Mailgun", spfInclude: "mailgun.org", selectors: ["mailo", "pic", "k1", "mx"] }],
  ["sendgrid.net", { name: "SendGrid", hasOwnReturnPath: true, selectors: ["s1", "s2"] }],
];

export function knownProvider(host: string | undefined): KnownProvider | undefined {
  const name = host?.toLowerCase().replace(/\.$/, "");
  return PROVIDERS.find(([end]) => name === end || name?.endsWith(`.${end}`))?.[1];
}
