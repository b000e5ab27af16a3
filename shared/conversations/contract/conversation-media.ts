import * as z from "zod";
import { MEDIA_KINDS } from "../../chat/domain/media-type.ts";
import { idParams, timestamp, uuid } from "../../edge/contract/fields.ts";
import { type Capability, route } from "../../edge/contract/route.ts";

const UPLOAD: readonly Capability[] = ["chat:read", "chat:write", "config:read", "media:write", "provider-media:post"];
const LINK: readonly Capability[] = ["chat:read", "chat:write", "media-queue:send", "media-key:open"];

export const mediaUploadView = z.strictObject({
  media_id: z.guid(),
  media_type: z.enum(MEDIA_KINDS),
  content_type: z.string(),
  filename: z.string(),
  size: z.int(),
});
export type MediaUploadView = z.output<typeof mediaUploadView>;

export const messageMediaView = z.strictObject({
  url: z.url(),
  expires_at: timestamp,
  content_type: z.string(),
  filename: z.string(),
});
export type MessageMediaView = z.output<typeof messageMediaView>;

const multipart = (properties: Readonly<Record<string, unknown>>, required: readonly string[]) => ({
  "multipart/form-data": {
    schema: { type: "object", properties: { file: { type: "string", format: "binary" }, ...properties }, required },
  },
});

const upload = {
  summary: "Upload a file for a conversation",
  method: "POST",
  params: idParams,
  form: multipart({ media_type: { type: "string", enum: MEDIA_KINDS } }, ["file", "media_type"]),
  success: { status: 201, schema: mediaUploadView },
  uses: UPLOAD,
  impact: "files for conversations cannot be uploaded",
} as const;

const UPLOAD_REFUSALS = ["invalid_request", "unauthorized", "not_found", "provider_unavailable"] as const;

export const uploadMedia = route({
  ...upload,
  operationId: "uploadMedia",
  group: "media-upload",
  auth: ["api-key"],
  path: "/api/v1/chat-conversations/{id}/media-upload",
  refusals: UPLOAD_REFUSALS,
});

export const uploadPanelMedia = route({
  ...upload,
  operationId: "uploadPanelMedia",
  changes: "nothing",
  group: "media-upload",
  auth: ["access-token"],
  path: "/panel/api/chat-conversations/{id}/media-upload",
  refusals: [...UPLOAD_REFUSALS, "insufficient_scope"],
});

export const uploadTemplateMedia = route({
  operationId: "uploadTemplateMedia",
  changes: "nothing",
  group: "media-upload",
  summary: "Upload a chat template's example file",
  method: "POST",
  auth: ["access-token"],
  path: "/panel/api/chat-template-media",
  form: multipart({ chat_account_id: { type: "string", format: "uuid" } }, ["file"]),
  success: { status: 201, schema: z.strictObject({ media_handle: z.string().min(1) }) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "provider_unavailable"],
  uses: UPLOAD,
  impact: "templates with a picture, a video or a document cannot be created",
});

const mediaParams = z.strictObject({ id: uuid("id"), messageID: uuid("messageID") });

const link = {
  summary: "Get a message's file",
  method: "GET",
  params: mediaParams,
  success: { status: 200, schema: messageMediaView },
  uses: LINK,
  impact: "the media of conversations cannot be looked at",
} as const;

const LINK_REFUSALS = ["invalid_request", "unauthorized", "not_found", "media_not_ready"] as const;

export const getMessageMedia = route({
  ...link,
  operationId: "getMessageMedia",
  group: "conversation-media",
  auth: ["api-key"],
  path: "/api/v1/chat-conversations/{id}/messages/{messageID}/media",
  refusals: LINK_REFUSALS,
});

export const getPanelMessageMedia = route({
  ...link,
  operationId: "getPanelMessageMedia",
  group: "conversation-media",
  auth: ["access-token"],
  path: "/panel/api/chat-conversations/{id}/messages/{messageID}/media",
  refusals: [...LINK_REFUSALS, "insufficient_scope"],
});
