import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { S3AttachmentBucket } from "./s3/attachment-bucket.ts";
import { typeByName } from "./smtp/media-type.ts";

/** Services that upload files of mails. They have a wiring file of their own, because other functions load the object store only on demand. */
export const attachmentUploadServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  uploads: new S3AttachmentBucket(config("CONTENT_BUCKET")),
  typeByName,
}));
