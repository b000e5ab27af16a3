import { dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoReturnKeyStore } from "./dynamo/return-key-store.ts";
import { readReturnedMail } from "./mime/read-returned-mail.ts";
import { S3ReturnedMailBucket } from "./s3/returned-mail-bucket.ts";

export const returnKeys = /* @__PURE__ */ once(
  () => new DynamoReturnKeyStore(dynamo(), config("CONFIG_TABLE"), basics().identifiers.randomBytes),
);

/** Services that read what came back. A deployment without a bucket for it takes nothing back. */
export const returnedMailReading = /* @__PURE__ */ once(() => ({
  returnKeys: returnKeys(),
  returnedMails: new S3ReturnedMailBucket(config("RETURNED_MAIL_BUCKET") ?? ""),
  readReturnedMail,
}));
