import * as z from "zod";
import { idParams, wholeNumber } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import type { FilePart, MessageFile } from "../../domain/message-file.ts";

export const fileView = z.strictObject({
  filename: z.string(),
  content_type: z.string().optional(),
  content_id: z.string().optional(),
  size: z.int(),
});

export const toFile = ({ filename, contentType, contentId, sizeBytes }: MessageFile): z.input<typeof fileView> => ({
  filename,
  ...(contentType === undefined ? {} : { content_type: contentType }),
  ...(contentId === undefined ? {} : { content_id: contentId }),
  size: sizeBytes,
});

const indexError = "index must be a whole number from 0 to 99";
const fromError = "from must be a whole number of bytes";

export const getPanelAttachment = route({
  group: "panel",
  method: "GET",
  auth: ["access-token"],
  operationId: "getPanelAttachment",
  summary: "Read a part of a file of a mail",
  path: "/panel/api/notifications/{id}/attachments/{index}",
  params: idParams.extend({
    index: wholeNumber(/^\d{1,2}$/, indexError),
  }),
  query: z.object({
    from: wholeNumber(/^\d{1,9}$/, fromError)
      .default(0)
      .meta({ type: "integer", pattern: undefined }),
  }),
  success: {
    status: 200,
    schema: fileView
      .extend({
        content: z.string(),
        next: z.int().optional(),
      })
      .meta({ id: "AttachmentPart" }),
  },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "content_not_kept"],
  uses: ["notifications:read", "content:read", "attachments:read", "attachments:miss"],
  impact: "owners cannot download the files of what was sent",
});

export const toAttachmentPart = ({ file, bytes, next }: FilePart) => ({
  ...toFile(file),
  content: Buffer.from(bytes).toString("base64"),
  ...(next === undefined ? {} : { next }),
});
