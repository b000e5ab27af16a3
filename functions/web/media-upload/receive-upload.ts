import type { IncomingMessage } from "node:http";
import type { MediaUploadView } from "../../../shared/conversations/contract/conversation-media.ts";
import { uploadMedia } from "../../../shared/conversations/upload-media.ts";
import type { MediaUploadServices } from "../../../shared/conversations/wiring.ts";
import type { Call } from "../../../shared/edge/operation.ts";
import { MultipartForm } from "./multipart-form.ts";
import type { BodyLimits } from "./request-body.ts";

/** What an operation of this server is bound to beside its services: the body is not in the event. */
export interface Incoming {
  readonly services: () => MediaUploadServices;
  readonly request: IncomingMessage;
  readonly limits: BodyLimits;
}

/** The same for callers with API keys and for the panel. */
export const receiveUpload =
  ({ request, limits }: Incoming) =>
  async (
    { uploads }: MediaUploadServices,
    { owner, params }: Call<unknown, { readonly id: string }>,
  ): Promise<MediaUploadView> => {
    const form = new MultipartForm(request, { fields: ["media_type"], limits });
    const upload = await uploadMedia(uploads(), { owner, conversationId: params.id, form });
    return {
      media_id: upload.id,
      media_type: upload.kind,
      content_type: upload.contentType,
      filename: upload.filename,
      size: upload.sizeBytes,
    };
  };
