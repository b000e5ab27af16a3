import { type MetaError, metaError } from "../events/meta-error.ts";
import type { StoredNumber } from "../number-store.ts";
import { digitsOf } from "../provider-ids.ts";
import type { Simulator } from "../simulator.ts";
import type { AddressedMessage, MessageShape, TemplateSend } from "./message-shape.ts";
import { parameterFailure } from "./template-match.ts";

type WellFormed = Extract<MessageShape, { kind: "message" }>;

/** The media types and the greatest size of each kind of file (W4.3). */
const MIB = 1024 * 1024;
export const MEDIA_LIMITS: readonly { readonly type: string; readonly mime: RegExp; readonly maxBytes: number }[] = [
  { type: "audio", mime: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, maxBytes: 16 * MIB },
  { type: "image", mime: /^image\/(jpeg|png)$/, maxBytes: 5 * MIB },
  { type: "sticker", mime: /^image\/webp$/, maxBytes: 500 * 1024 },
  { type: "video", mime: /^video\/(mp4|3gpp?)$/, maxBytes: 16 * MIB },
  {
    type: "document",
    mime: /^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))$/,
    maxBytes: 100 * MIB,
  },
];

/** Returns the customer as stores name them: the digits of the phone number, or the business-scoped id. */
export function customerOf({ to, recipient }: AddressedMessage): string {
  return to === undefined ? (recipient ?? "") : digitsOf(to);
}

/**
 * Returns why the provider will not deliver a well-formed message, or undefined. The provider reports this error later,
 * in a `failed` status (W0.3).
 */
export function providerFailure(simulator: Simulator, number: StoredNumber, shape: WellFormed): MetaError | undefined {
  const customer = customerOf(shape.message);
  if (customer === number.display_phone_number) return metaError(131021);
  if (shape.template) return templateFailure(simulator, number, { send: shape.template, message: shape.message });
  if (!simulator.inbound.isWindowOpen(number.origination_phone_number_id, customer)) return metaError(131047);
  if (shape.reactionTo !== undefined && !isKnownMessage(simulator, shape.reactionTo)) {
    return metaError(131009, "the message to react to is not known");
  }
  return shape.mediaId === undefined
    ? undefined
    : mediaFailure(simulator, number, { ...shape, mediaId: shape.mediaId });
}

function isKnownMessage({ inbound, outbound }: Simulator, wamid: string): boolean {
  return inbound.find(wamid) !== undefined || outbound.find(wamid)?.wamid === wamid;
}

function mediaFailure(
  { media }: Simulator,
  number: StoredNumber,
  { mediaId, message }: { mediaId: string; message: AddressedMessage },
): MetaError | undefined {
  const found = media.find(mediaId);
  if (found?.origination_phone_number_id !== number.origination_phone_number_id) {
    return metaError(131053, "the media id is not one of this phone number");
  }
  const limit = MEDIA_LIMITS.find(({ type }) => type === message.type);
  const [mime = ""] = found.mime_type.split(";");
  const fits = limit === undefined || (limit.mime.test(mime.trim()) && found.size <= limit.maxBytes);
  return fits ? undefined : metaError(131053, `${mime} of ${found.size} bytes cannot be sent as ${message.type}`);
}

function templateFailure(
  { templates }: Simulator,
  number: StoredNumber,
  { send, message }: { send: TemplateSend; message: AddressedMessage },
): MetaError | undefined {
  const template = templates.byName(number.business_account_id, send.name, send.language.code);
  if (template?.status === "PAUSED") return metaError(132015);
  if (template?.status === "DISABLED") return metaError(132016);
  if (template?.status !== "APPROVED" && template?.status !== "ACTIVE") {
    return metaError(
      132001,
      `template name (${send.name}) does not exist in ${send.language.code}, or is not approved`,
    );
  }
  if (template.category === "AUTHENTICATION" && message.to === undefined) return metaError(131062);
  return parameterFailure(template.definition, send);
}
