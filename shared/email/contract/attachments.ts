import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import type { UploadedAttachment } from "../domain/uploaded-attachment.ts";

export const attachmentView = z
  .strictObject({
    attachment_id: z.guid(),
    filename: z.string(),
    content_type: z.string(),
    size: z.int(),
    expires_at: timestamp,
  })
  .meta({ id: "UploadedAttachment" });

const upload = {
  group: "media-upload",
  summary: "Upload a file for mails",
  method: "POST",
  form: {
    "multipart/form-data": {
      schema: { type: "object", properties: { file: { type: "string", format: "binary" } }, required: ["file"] },
    },
  },
  success: { status: 201, schema: attachmentView },
  uses: ["uploads:write"],
  impact: "files for mails cannot be uploaded",
} as const;

export const uploadAttachment = route({
  ...upload,
  operationId: "uploadAttachment",
  path: "/api/v1/attachments",
  auth: ["api-key"],
  refusals: ["invalid_request", "unauthorized"],
});

/** A signed-in person uploads a file for a mail. */
export const uploadPanelAttachment = route({
  ...upload,
  operationId: "uploadPanelAttachment",
  changes: "nothing",
  path: "/panel/api/attachments",
  auth: ["access-token"],
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
});

export const toAttachmentView = (upload: UploadedAttachment): z.input<typeof attachmentView> => ({
  attachment_id: upload.id,
  filename: upload.filename,
  content_type: upload.contentType,
  size: upload.sizeBytes,
  expires_at: new Date(upload.expiresAtMs).toISOString(),
});
