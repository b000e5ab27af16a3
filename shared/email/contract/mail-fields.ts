import * as z from "zod";
import { listOf, optionalText, requiredText, stringMap, textList } from "../../edge/contract/fields.ts";
import { isTopic, TOPIC_FORM } from "../../suppressions/domain/topic.ts";
import { isEmailAddress } from "../domain/email-address.ts";
import { attachments, type RequestedAttachment } from "./attachment-fields.ts";
import { headers } from "./header-fields.ts";

const UNSUBSCRIBE_FORM = "unsubscribe must be an object with a topic";
const MAX_REPLY_TO = 5;
const MOST_UNUSED = 10_000;
const ONE_OR_SOME = { error: `reply_to must be an address or a list of at most ${MAX_REPLY_TO}` };

const eachOnce = (addresses: readonly string[]): string[] =>
  addresses.filter((one, index) => addresses.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === index);

/** Addresses for replies are bare, and each appears once (D13). */
const replyTo = z
  .union([z.string(), textList("reply_to", MAX_REPLY_TO).refine((list) => list.length > 0, ONE_OR_SOME)], ONE_OR_SOME)
  .transform((given) => [given].flat().map((address) => address.trim()))
  .refine((addresses) => addresses.every(isEmailAddress), { error: "reply_to must be a valid email address" })
  .transform(eachOnce);

/** A mail may also have headers, addresses for replies, files and a plain part (D43, D44a). */
export const mailFields = {
  text: optionalText("text"),
  reply_to: replyTo.optional(),
  headers: headers.optional(),
  attachments: attachments.optional(),
  unsubscribe: z
    .strictObject(
      {
        topic: requiredText("unsubscribe.topic").refine(isTopic, {
          error: `unsubscribe.topic must match ${TOPIC_FORM}`,
        }),
      },
      { error: UNSUBSCRIBE_FORM },
    )
    .optional(),
};

/** The mail fields in a request for another channel: their types are checked, and their values are not used. */
export const unusedMailFields = {
  text: mailFields.text,
  reply_to: z
    .union([z.string(), textList("reply_to")], { error: "reply_to must be a string or an array of strings" })
    .optional(),
  headers: stringMap("headers").optional(),
  attachments: listOf("attachments", z.unknown(), { most: MOST_UNUSED }).optional(),
  unsubscribe: z.looseObject({}, { error: UNSUBSCRIBE_FORM }).optional(),
};

/** The fields of a mail, as the code names them. */
export interface MailFields {
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly RequestedAttachment[] | undefined;
  readonly unsubscribe?: { readonly topic: string } | undefined;
}

interface TextBesideBody {
  readonly text?: unknown;
  readonly body_type?: unknown;
  readonly template_id?: unknown;
}

/** True when `text` is given without an html body, or with a template, whose plain part is always derived (D44a). */
export const isTextMisplaced = ({ text, body_type: type, template_id: template }: TextBesideBody): boolean =>
  text !== undefined && (type !== "html" || template !== undefined);
