import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { S3AttachmentBucket } from "./s3/attachment-bucket.ts";
import { typeByName } from "./smtp/media-type.ts";

/** These services upload files of mails. They are apart from functions that load the object store only for the first file. */
export const attachmentUploadServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  uploads: new S3AttachmentBucket(config("CONTENT_BUCKET")),
  typeByName,
}));
