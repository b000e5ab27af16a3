import type { Preview } from "./template-draft.ts";

/** Says where a template is wrong and why. */
export interface TemplateFault {
  readonly field: "subject" | "body";
  /** The line, counted from 1; undefined if the template exceeds a limit of the engine. */
  readonly line?: number | undefined;
  readonly message: string;
  readonly hint?: string;
}

const FAULT = /^(?:template: |html\/template:)(subject|body):(\d+)(?::\d+)?: (?:executing ".*?" at <.*?>: )?(.*)$/s;
/** The engine answers so when a text is used as a list or an object. */
const NO_TEXT = /^range can't iterate over |type (?:string|interface \{\})$/;
const VALUES_ARE_TEXT = "A sample is text, also one that looks like a list, until it is given as JSON.";

/** Reads a message of the engine, such as `template: body:3: unexpected EOF`. */
export function faultIn(detail = ""): TemplateFault | undefined {
  const [, field, line, message = ""] = FAULT.exec(detail) ?? [];
  if (field !== "subject" && field !== "body") return undefined;
  return { field, line: Number(line), message, ...(NO_TEXT.test(message) && { hint: VALUES_ARE_TEXT }) };
}

/** Writes a fault as one paragraph. */
export const faultText = ({ line, message, hint }: TemplateFault): string =>
  [`${line === undefined ? "" : `Line ${line}: `}${message}${/[.!?]$/.test(message) ? "" : "."}`, hint]
    .filter(Boolean)
    .join(" ");

/** Lists the faults of a preview in the order of the fields. */
export const faultsOf = ({ faults = [] }: Preview): readonly TemplateFault[] =>
  faults.map(({ field, detail }) => faultIn(detail) ?? { field, message: detail });
