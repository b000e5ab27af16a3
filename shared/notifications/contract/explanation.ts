import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";
import type { Explanation } from "../domain/explanation/explain.ts";
import { EXPLANATION_CODES } from "../domain/explanation/explanations.ts";

export const explanationCode = z
  .enum(EXPLANATION_CODES)
  .meta({ id: "ExplanationCode", description: "A published code: docs/explanations.md says what each means." });

export const explanationView = z
  .strictObject({
    code: explanationCode,
    summary: z.string().meta({ description: "What is so, in a sentence for people." }),
    what_to_do: z.string().meta({ description: "What the reader can do about it." }),
    will_retry_at: timestamp.optional().meta({ description: "RFC 3339, UTC; while another attempt is planned." }),
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
