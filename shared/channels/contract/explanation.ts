import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";
import type { Explanation } from "../../notifications/domain/explanation/explain.ts";
import { EXPLANATION_CODES } from "../domain/explanation-codes.ts";

export const explanationCode = z.enum(EXPLANATION_CODES).meta({ id: "ExplanationCode" });

export const explanationView = z
  .strictObject({
    code: explanationCode,
    summary: z.string(),
    what_to_do: z.string(),
    will_retry_at: timestamp.optional(),
  })
  .meta({ id: "Explanation" });

export const toExplanationView = ({
  code,
  summary,
  whatToDo,
  willRetryAt,
}: Explanation): z.input<typeof explanationView> => ({
  code,
  summary,
  what_to_do: whatToDo,
  ...(willRetryAt === undefined ? {} : { will_retry_at: willRetryAt }),
});
