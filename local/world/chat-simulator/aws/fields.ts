import * as z from "zod";
import { AwsError } from "./aws-error.ts";

// The patterns and lengths are those of the service's model (W1.3).
export const phoneNumberId = z
  .string()
  .max(115)
  .regex(/^phone-number-id-.+$|^arn:.*:phone-number-id\/[0-9a-zA-Z]+$/);
export const businessAccountId = z
  .string()
  .max(115)
  .regex(/^waba-.+$|^arn:.*:waba\/[0-9a-zA-Z]+$/);
export const mediaId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9]+$/);
export const metaTemplateId = z
  .string()
  .max(100)
  .regex(/^[0-9]+$/);
export const templateName = z.string().min(1).max(512);
export const templateLanguage = z.string().min(1).max(6);
export const s3File = z.object({
  bucketName: z
    .string()
    .min(3)
    .max(63)
    .regex(/^[a-z0-9][a-z0-9.-]*[a-z0-9]$/),
  key: z.string().max(1024),
});
export const presignedUrl = z.object({
  url: z.string().min(1).max(2000),
  headers: z.record(z.string(), z.string()),
});
export const maxResults = z.coerce.number().int().min(1).max(100).default(100);
export const nextToken = z.string().min(1).max(600).optional();

/** A blob is base64 in the JSON body and has at most `maxBytes` after decoding. */
export const blob = (maxBytes: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, "base64"))
    .refine(
      (bytes) => bytes.byteLength >= 1 && bytes.byteLength <= maxBytes,
      `must have length between 1 and ${maxBytes}`,
    );

/** Parses the input of an operation. Throws AwsError with AWS's text if it is invalid. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") || "input";
  throw new AwsError(
    "ValidationException",
    `1 validation error detected: Value at '${where}' failed to satisfy constraint: ${issue?.message ?? "invalid"}`,
  );
}
