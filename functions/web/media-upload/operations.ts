import type { IncomingMessage } from "node:http";
import { uploadTemplateMedia as uploadForTemplate } from "../../../shared/chat/uploads/upload-template-media.ts";
import type { UploadServices } from "../../../shared/composition/uploads.ts";
import {
  type MediaUploadView,
  uploadMedia,
  uploadPanelMedia,
  uploadTemplateMedia,
} from "../../../shared/conversations/contract/conversation-media.ts";
import { uploadMedia as uploadForConversation } from "../../../shared/conversations/upload-media.ts";
import type { BoundOperation } from "../../../shared/edge/bound-operation.ts";
import { type OperationRequest, streamOperation } from "../../../shared/edge/operation.ts";
import {
  toAttachmentView,
  uploadAttachment,
  uploadPanelAttachment,
} from "../../../shared/email/contract/attachments.ts";
import { uploadAttachment as uploadForMails } from "../../../shared/email/upload-attachment.ts";
import { MultipartForm } from "./multipart-form.ts";
import { answerInTime, type UploadLimits } from "./request-body.ts";

type UploadRequest<Params = unknown> = OperationRequest<IncomingMessage, Params>;

export function uploadOperations(services: () => UploadServices, limits: UploadLimits): readonly BoundOperation[] {
  const formOf = (request: IncomingMessage, ...fields: string[]) => new MultipartForm(request, { fields, limits });
  const toConversation = async (
    { uploads }: UploadServices,
    { owner, params, body }: UploadRequest<{ readonly id: string }>,
  ): Promise<MediaUploadView> => {
    const form = formOf(body, "media_type");
    const taken = uploadForConversation(uploads(), { owner, conversationId: params.id, form });
    const upload = await answerInTime(body, limits, taken);
    return {
      media_id: upload.id,
      media_type: upload.kind,
      content_type: upload.contentType,
      filename: upload.filename,
      size: upload.sizeBytes,
    };
  };
  const toTemplate = async ({ uploads }: UploadServices, { owner, body }: UploadRequest) => ({
    media_handle: await answerInTime(
      body,
      limits,
      uploadForTemplate(uploads(), owner, formOf(body, "chat_account_id")),
    ),
  });
  const forMails = async ({ attachments }: UploadServices, { owner, body }: UploadRequest) =>
    toAttachmentView(await answerInTime(body, limits, uploadForMails(attachments, owner, formOf(body))));
  return [
    streamOperation(uploadAttachment, forMails, services),
    streamOperation(uploadPanelAttachment, forMails, services),
    streamOperation(uploadMedia, toConversation, services),
    streamOperation(uploadPanelMedia, toConversation, services),
    streamOperation(uploadTemplateMedia, toTemplate, services),
  ];
}
