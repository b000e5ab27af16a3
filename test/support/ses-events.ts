/** Events of Amazon SES as its Developer Guide shows them ("Amazon SNS notification examples", "Examples of event data"). */
export interface SesFields {
  /** `eventType` is the form of configuration sets, `notificationType` the one of identities. */
  readonly form?: "eventType" | "notificationType";
  readonly messageId?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly commonHeaders?: Readonly<Record<string, unknown>>;
  readonly recipient?: string;
}

export const SES_MAIL_ID = "0100017c8a5b3d2e-6b1f0f2a-7d7e-4c52-9d3c-2f5b0c9d8e7f-000000";

const mailOf = ({ messageId = SES_MAIL_ID, headers, commonHeaders, recipient }: SesFields) => ({
  timestamp: "2027-01-15T08:00:00.000Z",
  source: "shop@sender.example",
  sourceArn: "arn:aws:ses:eu-west-1:123456789012:identity/sender.example",
  sendingAccountId: "123456789012",
  messageId,
  destination: [recipient],
  ...(headers && { headersTruncated: false, headers }),
  ...(commonHeaders && { commonHeaders }),
});

const eventOf = (kind: string, fields: SesFields, more: object): object => ({
  [fields.form ?? "notificationType"]: kind,
  mail: mailOf(fields),
  ...more,
});

export const aSesBounce = (
  fields: SesFields & { readonly type?: string; readonly status?: string; readonly diagnosticCode?: string } = {},
): object => {
  const { recipient = "jane@example.com", type = "Permanent", status = "5.1.1" } = fields;
  const { diagnosticCode = "smtp; 550 5.1.1 <jane@example.com>... User unknown" } = fields;
  const bouncedRecipients = [{ emailAddress: recipient, status, action: "failed", diagnosticCode }];
  return eventOf(
    "Bounce",
    { ...fields, recipient },
    {
      bounce: {
        bounceType: type,
        bounceSubType: "General",
        bouncedRecipients,
        timestamp: "2027-01-15T08:00:02.000Z",
        feedbackId: "0100017c8a5b3d2e-2f5b0c9d8e7f-000000",
        reportingMTA: "dsn; b224-17.smtp-out.amazonses.com",
      },
    },
  );
};

export const aSesComplaint = (fields: SesFields & { readonly feedbackType?: string } = {}): object => {
  const { recipient = "jane@example.com", feedbackType = "abuse" } = fields;
  return eventOf(
    "Complaint",
    { ...fields, recipient },
    {
      complaint: {
        userAgent: "ExampleCorp Feedback Loop (V0.01)",
        complainedRecipients: [{ emailAddress: recipient }],
        complaintFeedbackType: feedbackType,
        arrivalDate: "2027-01-15T08:00:00.000Z",
        timestamp: "2027-01-15T08:00:02.000Z",
        feedbackId: "0100017c8a5b3d2e-2f5b0c9d8e7f-000000",
      },
    },
  );
};

export const aSesDelivery = (fields: SesFields = {}): object => {
  const { recipient = "jane@example.com" } = fields;
  return eventOf(
    "Delivery",
    { ...fields, recipient },
    {
      delivery: {
        timestamp: "2027-01-15T08:00:02.000Z",
        recipients: [recipient],
        processingTimeMillis: 546,
        reportingMTA: "a8-70.smtp-out.amazonses.com",
        smtpResponse: "250 ok:  Message 64111812 accepted",
      },
    },
  );
};
