import type { LinkedNumber } from "../demo-number.ts";

/** The AWS account and region of the topic, read from its ARN. */
export interface CloudPlace {
  readonly region: string;
  readonly cloudAccountId: string;
}

export interface EntryOptions {
  readonly field: string;
  /** The value of the change as JSON text, because integers beyond 2^53 must stay exact. */
  readonly valueJson: string;
  /** Events of templates have a time, events of messages do not (W2.6). */
  readonly timeSeconds?: number;
  /** The AWS message id; only events of sent messages have one (W1.9). */
  readonly messageId?: string | undefined;
  /** Events of templates belong to the business account and not to a number. */
  readonly isOfNumber: boolean;
}

/** Builds the inner message of a notification: AWS's envelope with exactly one Meta `entry` as a JSON string (W2.2). */
export function providerEnvelope(place: CloudPlace, number: LinkedNumber, options: EntryOptions): string {
  const { field, valueJson, timeSeconds, messageId, isOfNumber } = options;
  const time = timeSeconds === undefined ? "" : `"time":${timeSeconds},`;
  const entry = `{"id":${JSON.stringify(number.provider_business_account_id)},${time}"changes":[{"value":${valueJson},"field":${JSON.stringify(field)}}]}`;
  return JSON.stringify({
    context: {
      MetaWabaIds: [{ wabaId: number.provider_business_account_id, arn: arnOf(place, number.business_account_id) }],
      MetaPhoneNumberIds: isOfNumber
        ? [
            {
              metaPhoneNumberId: number.provider_phone_number_id,
              arn: arnOf(place, number.origination_phone_number_id),
            },
          ]
        : [],
    },
    whatsAppWebhookEntry: entry,
    aws_account_id: place.cloudAccountId,
    message_timestamp: new Date().toISOString().replace("Z", "271279Z"),
    ...(messageId !== undefined && { messageId }),
  });
}

/** Turns `waba-x` into `arn:…:waba/x` (W1.3). */
export function arnOf({ region, cloudAccountId }: CloudPlace, id: string): string {
  const kind = id.startsWith("waba-") ? "waba" : "phone-number-id";
  return `arn:aws:social-messaging:${region}:${cloudAccountId}:${kind}/${id.slice(kind.length + 1)}`;
}
