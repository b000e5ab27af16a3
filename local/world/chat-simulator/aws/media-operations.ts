import { createHash } from "node:crypto";
import * as z from "zod";
import type { StoredMedia } from "../media-store.ts";
import { ObjectAccessError, type ObjectContent } from "../object-access.ts";
import { MEDIA_LIMITS } from "../rules/provider-verdict.ts";
import type { Simulator } from "../simulator.ts";
import { invalid, notFound } from "./aws-error.ts";
import { businessAccountId, mediaId, parseInput, phoneNumberId, presignedUrl, s3File } from "./fields.ts";
import { linkedNumber } from "./send-operation.ts";

const UPLOAD_LIFE_MS = 30 * 24 * 3_600_000;

const postInput = z.object({
  originationPhoneNumberId: phoneNumberId,
  sourceS3File: s3File.optional(),
  sourceS3PresignedUrl: presignedUrl.optional(),
});

export async function postWhatsAppMessageMedia(simulator: Simulator, input: unknown): Promise<{ mediaId: string }> {
  const { originationPhoneNumberId, sourceS3File, sourceS3PresignedUrl } = parseInput(postInput, input);
  const number = linkedNumber(simulator, originationPhoneNumberId);
  if ((sourceS3File === undefined) === (sourceS3PresignedUrl === undefined)) {
    throw invalid("Exactly one of sourceS3File and sourceS3PresignedUrl must be given");
  }
  const content = await copied(
    sourceS3File
      ? simulator.objects.read(sourceS3File)
      : simulator.objects.readPresigned(sourceS3PresignedUrl ?? { url: "", headers: {} }),
  );
  const mime = content.contentType.split(";")[0]?.trim() ?? "";
  const limits = MEDIA_LIMITS.filter((limit) => limit.mime.test(mime));
  if (limits.length === 0) throw invalid(`Media type ${mime} is not supported`);
  if (content.bytes.byteLength === 0 || limits.every(({ maxBytes }) => content.bytes.byteLength > maxBytes)) {
    throw invalid(`Media of ${content.bytes.byteLength} bytes is empty or too large for ${mime}`);
  }
  const id = simulator.media.add({
    phoneNumberId: number.origination_phone_number_id,
    mimeType: content.contentType,
    bytes: content.bytes,
    expiresAtMs: Date.now() + UPLOAD_LIFE_MS,
  });
  return { mediaId: id };
}

const getInput = z.object({
  mediaId,
  originationPhoneNumberId: phoneNumberId,
  metadataOnly: z.boolean().default(false),
  destinationS3File: s3File.optional(),
  destinationS3PresignedUrl: presignedUrl.optional(),
});

/** Copies the file to `key + mediaId + "." + extension`, since the key is a prefix (W0.7). */
export async function getWhatsAppMessageMedia(
  simulator: Simulator,
  input: unknown,
): Promise<{ mimeType: string; fileSize: number }> {
  const asked = parseInput(getInput, input);
  const { destinationS3File, destinationS3PresignedUrl, metadataOnly } = asked;
  const media = mediaOfNumber(simulator, asked);
  if (destinationS3File && destinationS3PresignedUrl) {
    throw invalid("Only one of destinationS3File and destinationS3PresignedUrl may be given");
  }
  if (!metadataOnly && !destinationS3File && !destinationS3PresignedUrl) {
    throw invalid("A destination is needed unless metadataOnly is true");
  }
  if (!metadataOnly) {
    const content: ObjectContent = { bytes: await simulator.media.bytesOf(media), contentType: media.mime_type };
    const { bucketName = "", key = "" } = destinationS3File ?? {};
    await copied(
      destinationS3PresignedUrl
        ? simulator.objects.writePresigned(destinationS3PresignedUrl, content)
        : simulator.objects.write({ bucketName, key: `${key}${media.id}.${extensionOf(media)}` }, content),
    );
  }
  return { mimeType: media.mime_type, fileSize: media.size };
}

/** Takes the part after the slash without parameters, as AWS's samples show it (W4.2). */
function extensionOf({ mime_type }: StoredMedia): string {
  return /\/([^;\s]+)/.exec(mime_type)?.[1] ?? "bin";
}

const deleteInput = z.object({ mediaId, originationPhoneNumberId: phoneNumberId });

export function deleteWhatsAppMessageMedia(simulator: Simulator, input: unknown): { success: boolean } {
  const { id } = mediaOfNumber(simulator, parseInput(deleteInput, input));
  simulator.media.remove(id);
  return { success: true };
}

function mediaOfNumber(
  simulator: Simulator,
  asked: { mediaId: string; originationPhoneNumberId: string },
): StoredMedia {
  const number = linkedNumber(simulator, asked.originationPhoneNumberId);
  const media = simulator.media.find(asked.mediaId);
  if (media?.origination_phone_number_id !== number.origination_phone_number_id) {
    throw notFound(`Media ${asked.mediaId} was not found`);
  }
  return media;
}

const templateMediaInput = z.object({ id: businessAccountId, sourceS3File: s3File });

/** Returns the handle of a file for review, which is long, opaque and begins with `4::`. */
export async function createWhatsAppMessageTemplateMedia(
  simulator: Simulator,
  input: unknown,
): Promise<{ metaHeaderHandle: string }> {
  const { id, sourceS3File } = parseInput(templateMediaInput, input);
  if (simulator.numbers.ofBusinessAccount(id).length === 0) throw notFound(`Business account ${id} was not found`);
  const { bytes, contentType } = await copied(simulator.objects.read(sourceS3File));
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return { metaHeaderHandle: `4::${Buffer.from(contentType).toString("base64url")}:ARZ${digest}:e:${Date.now()}` };
}

/** Reports a bucket or object that cannot be used as an error of the caller, who named it. */
async function copied<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ObjectAccessError) throw invalid(`The S3 object could not be accessed: ${error.message}`);
    throw error;
  }
}
