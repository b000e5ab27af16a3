import type { LinkedNumber } from "../demo-number.ts";

/** The cloud account and region that own the topic, read from its ARN. */
export interface CloudPlace {
  readonly region: string;
  readonly cloudAccountId: string;
}

export interface EntryOptions {
  readonly field: string;
  /** The change's value as JSON: an integer beyond 2^53 must stay as it is. */
  readonly valueJson: string;
  /** Template events have it, message events do not (W2.6). */
  readonly timeSeconds?: number;
  /** The AWS message id, on events of a message that was sent (W1.9). */
  readonly messageId?: string | undefined;
  /** Template events belong to the account, not to a number. */
  readonly isOfNumber: boolean;
}

/** The inner message of a notification: AWS's envelope with ONE Meta `entry` as a JSON string (W2.2). */
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

/** `waba-x` is `arn:…:waba/x` (W1.3). */
export function arnOf({ region, cloudAccountId }: CloudPlace, id: string): string {
  const kind = id.startsWith("waba-") ? "waba" : "phone-number-id";
  return `arn:aws:social-messaging:${region}:${cloudAccountId}:${kind}/${id.slice(kind.length + 1)}`;
}
