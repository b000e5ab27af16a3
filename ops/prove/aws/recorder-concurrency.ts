import type { AwsQuestions } from "../../doctor/aws-questions.ts";

/** The recorder answers in milliseconds, so 50 mails a second and their events need fewer than 20 calls at once. */
const RESERVED = 20;
/** Lambda keeps this many for functions without a reservation (AWS Lambda API Reference, "PutFunctionConcurrency"). */
const UNRESERVED = 100;

/**
 * Returns how many calls of the recorder may run at once, or undefined if the account cannot reserve any or its limit
 * is unknown.
 */
export async function recorderConcurrency(
  { concurrency }: Pick<AwsQuestions, "concurrency">,
  signal: AbortSignal,
): Promise<number | undefined> {
  const found = await concurrency(signal);
  return found !== undefined && found.unreserved - RESERVED >= UNRESERVED ? RESERVED : undefined;
}
