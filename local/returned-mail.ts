import { randomUUID } from "node:crypto";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Engines, RETURNED_MAIL_BUCKET } from "./engines.ts";
import { LOCAL_CREDENTIALS, LOCAL_REGION } from "./environment.ts";
import type { ReturnedMail, TakesBack } from "./world/mailbox/returned-mail.ts";

/**
 * Stands in for the receipt rule of SES: stores a mail as an object, and then sends the message that SES would send. It
 * resolves once the message is on the queue.
 */
export function receiptRule({ object, queueUrl }: Pick<Engines, "object" | "queueUrl">, domain: string): TakesBack {
  const common = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const objects = new S3Client({ ...common, endpoint: object.endpoint, forcePathStyle: true });
  const messages = new SQSClient(common);
  return {
    domain,
    async hand(mail) {
      const key = `returned/${randomUUID()}`;
      await objects.send(new PutObjectCommand({ Bucket: RETURNED_MAIL_BUCKET, Key: key, Body: withReturnPath(mail) }));
      const action = { type: "S3", bucketName: RETURNED_MAIL_BUCKET, objectKey: key };
      const message = { notificationType: "Received", receipt: { recipients: mail.rcptTo, action } };
      const body = { QueueUrl: queueUrl("returned-mail"), MessageBody: JSON.stringify(message) };
      await messages.send(new SendMessageCommand(body));
    },
  };
}

/** SES writes the sender of the envelope above the mail (RFC 5321 section 4.4). */
const withReturnPath = ({ mailFrom, raw }: ReturnedMail): Uint8Array =>
  Buffer.concat([Buffer.from(`Return-Path: <${mailFrom.replaceAll(/[\r\n<>]/g, "")}>\r\n`), raw]);
