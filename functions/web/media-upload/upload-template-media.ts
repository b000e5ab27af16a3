import { uploadTemplateMedia as upload } from "../../../shared/chat/uploads/upload-template-media.ts";
import { uploadTemplateMedia as contract } from "../../../shared/conversations/contract/conversation-media.ts";
import type { BoundOperation } from "../../../shared/edge/exchange.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { MultipartForm } from "./multipart-form.ts";
import type { Incoming } from "./receive-upload.ts";

export const uploadTemplateMedia = ({ services, request, limits }: Incoming): BoundOperation =>
  operation(
    contract,
    async ({ uploads }, { owner }) => {
      const form = new MultipartForm(request, { fields: ["chat_account_id"], limits });
      return { media_handle: await upload(uploads(), owner, form) };
    },
    services,
  );
