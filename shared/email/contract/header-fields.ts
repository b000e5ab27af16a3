import { stringMap } from "../../edge/contract/fields.ts";
import { headerProblem, isSettableHeader, MAX_HEADERS, SETTABLE_HEADERS } from "../domain/mail-headers.ts";

/** D43. Names are without regard to case, as in any mail; each goes out as it is written. */
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
