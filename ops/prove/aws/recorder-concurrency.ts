import type { AwsQuestions } from "../../doctor/aws-questions.ts";

/** 50 mails a second and their events need fewer, because the recorder answers in milliseconds. */
const RESERVED = 20;
/** Lambda keeps so many for functions without a reservation (AWS Lambda API Reference, "PutFunctionConcurrency"). */
const UNRESERVED = 100;

/** How many calls of the recorder may run at once, or undefined if the account can reserve none or does not tell. */
export async function recorderConcurrency(
  { concurrency }: Pick<AwsQuestions, "concurrency">,
  signal: AbortSignal,
): Promise<number | undefined> {
  const found = await concurrency(signal);
  return found !== undefined && found.unreserved - RESERVED >= UNRESERVED ? RESERVED : undefined;
}
