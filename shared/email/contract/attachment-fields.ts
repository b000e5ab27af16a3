import * as z from "zod";
import { listOf } from "../../edge/contract/fields.ts";
import {
  decodedSize,
  type EmailAttachment,
  filenameProblem,
  isBase64,
  isContentId,
  isMediaType,
} from "../domain/attachment.ts";

const MAX_ATTACHMENTS = 20;

interface Issue {
  readonly path?: readonly PropertyKey[] | undefined;
}

/** A refusal names a file by its place in the list, such as `attachments.0`. */
const nameOf = ({ path = [] }: Issue): string => path.map(String).join(".");
const saying = (rule: string) => ({ error: (issue: Issue) => `${nameOf(issue)} ${rule}` });
const text = () => z.string(saying("must be a string"));

/** The fields of each file in a request to send a mail (D43). */
const attachmentFields = z
  .strictObject(
    {
      filename: text()
        .refine((name) => filenameProblem(name) === undefined, {
          error: ({ path, input }) => `${nameOf({ path })} ${filenameProblem(String(input)) ?? ""}`,
        })
        .optional(),
      content_type: text().refine(isMediaType, saying("must be a media type, such as application/pdf")).optional(),
      content_id: text()
        .refine(isContentId, saying("must be letters, digits and marks, without angle brackets or spaces"))
        .optional(),
      content: text().refine(isBase64, saying("must be base64")).optional(),
      attachment_id: text().optional(),
    },
    { error: (issue) => (issue.code === "invalid_type" ? `${nameOf(issue)} must be an object` : undefined) },
  )
  .refine(({ content, attachment_id: id }) => (content === undefined) !== (id === undefined), {
    error: ({ path }) => `${nameOf({ path })} must have exactly one of content and attachment_id`,
  })
  .refine(({ content, filename }) => content === undefined || filename !== undefined, {
    path: ["filename"],
    ...saying("is required beside content"),
  })
  .meta({ id: "Attachment" });

/** A file comes with the request or was uploaded before. A name or type in the request wins over that of the upload. */
export type RequestedAttachment = Pick<EmailAttachment, "contentType" | "contentId"> &
  (
    | { readonly filename: string; readonly base64: string; readonly sizeBytes: number }
    | { readonly filename?: string | undefined; readonly uploadId: string }
  );

function requested(fields: z.output<typeof attachmentFields>): RequestedAttachment {
  const { filename = "", content_type: contentType, content_id: contentId, content, attachment_id: uploadId } = fields;
  const rest = { contentType, contentId };
  if (content !== undefined) return { ...rest, filename, base64: content, sizeBytes: decodedSize(content) };
  return { ...rest, filename: fields.filename, uploadId: uploadId ?? "" };
}

export const attachments = listOf("attachments", attachmentFields, {
  most: MAX_ATTACHMENTS,
  tooLong: `attachments must be at most ${MAX_ATTACHMENTS}`,
})
  .superRefine((files, context) => {
    const seen = new Set<string>();
    for (const [index, { content_id: id }] of files.entries()) {
      if (id === undefined) continue;
      const message = `attachments.${index}.content_id is given twice`;
      if (seen.has(id)) context.addIssue({ code: "custom", path: [index, "content_id"], message });
      seen.add(id);
    }
  })
  .transform((files) => files.map(requested));
