import { stringMap } from "../../edge/contract/fields.ts";
import { headerProblem, isSettableHeader, MAX_HEADERS, SETTABLE_HEADERS } from "../domain/mail-headers.ts";

/** Header names are compared without regard to case, and sent as they are written (D43). */
export const headers = stringMap("headers")
  .superRefine((given, context) => {
    const names = Object.keys(given);
    if (names.length > MAX_HEADERS) {
      context.addIssue({ code: "custom", message: `headers must be at most ${MAX_HEADERS}` });
      return;
    }
    const seen = new Set<string>();
    for (const name of names) {
      const refuse = (message: string) => context.addIssue({ code: "custom", path: [name], message });
      const problem = headerProblem(name, given[name] ?? "");
      if (!isSettableHeader(name)) refuse(`headers may only be ${SETTABLE_HEADERS}`);
      else if (seen.has(name.toLowerCase())) refuse(`headers.${name} is given twice`);
      else if (problem !== undefined) refuse(`headers.${name} ${problem}`);
      seen.add(name.toLowerCase());
    }
  })
  .meta({ type: "object", additionalProperties: { type: "string" } });
