import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { S3AttachmentBucket } from "./s3/attachment-bucket.ts";
import { typeByName } from "./smtp/media-type.ts";

/** For uploading files of mails: apart from the functions that load the object store with the first file only. */
export const attachmentUploadServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  uploads: new S3AttachmentBucket(config("CONTENT_BUCKET")),
  typeByName,
}));
