import { addresses } from "../address-forms.ts";
import { statusInResponse } from "../enhanced-status.ts";
import { linesOf } from "../parsed-mail.ts";
import { responseText } from "../response-text.ts";
import { type BouncedRecipient, MAX_RECIPIENTS } from "../returned-mail.ts";
import { ALIAS, DELAY, END, PROSE_FORMS, type ProseForm } from "./prose-forms.ts";

/** No known text is longer, and its opening stands near its beginning. */
const MAX_TEXT = 262_144;
const MAX_LINES = 5000;
const MAX_LINE = 1000;
const OPENING_WITHIN = 40;
/** Exchange Online writes 4,000 characters of advice before it says what happened. */
const MAX_REASON = 8000;
/** sendmail separates its sections by such a line. */
const RULE = /^\s{0,12}-{3,}/;

export interface Prose {
  /** Those that failed; empty when the text names nobody. */
  readonly recipients: readonly BouncedRecipient[];
  readonly isDelay: boolean;
}

interface Named {
  readonly addresses: string[];
  reason: string;
}

/** Reads what a mail server wrote for people; undefined when the text is of no known form. */
export function readProse(text: string): Prose | undefined {
  const lines = beforeReturnedMail(text);
  const head = lines.slice(0, OPENING_WITHIN);
  const form = PROSE_FORMS.find(({ opening }) => head.some((line) => opening.test(line.trim())));
  if (form === undefined) return head.some((line) => DELAY.test(line)) ? { recipients: [], isDelay: true } : undefined;
  const start = lines.findIndex((line) => form.opening.test(line.trim()));
  return {
    recipients: readRecipients(lines.slice(start), form).map((one) => toRecipient(one, form)),
    isDelay: introduction(lines, start, form).some((line) => DELAY.test(line)),
  };
}

/** A response may speak of a delay, too, so only the lines before the first recipient count. */
function introduction(lines: readonly string[], start: number, form: ProseForm): readonly string[] {
  const first = lines.findIndex((line, index) => index > start && firstMatch(form.naming, line) !== undefined);
  return lines.slice(0, first < 0 ? OPENING_WITHIN : first);
}

function beforeReturnedMail(text: string): string[] {
  const lines = linesOf(text.slice(0, MAX_TEXT)).slice(0, MAX_LINES);
  const end = lines.findIndex((line, index) => index > 0 && END.test(line.slice(0, MAX_LINE).trim()));
  return (end < 0 ? lines : lines.slice(0, end)).map((line) => line.slice(0, MAX_LINE));
}

function readRecipients(lines: readonly string[], form: ProseForm): Named[] {
  const reader = new RecipientReader(form);
  for (const line of lines) reader.read(line);
  return [...reader.found.values()];
}

/** Each naming line begins a recipient; the lines below it are its reason. */
class RecipientReader {
  readonly found = new Map<string, Named>();
  readonly #form: ProseForm;
  #open: Named | undefined;
  #said = "";

  constructor(form: ProseForm) {
    this.#form = form;
  }

  read(line: string): void {
    const [, said] = this.#form.said?.exec(line) ?? [];
    if (said === undefined) this.#readOther(line);
    this.#said = said === undefined ? "" : `${this.#said} ${said}`.slice(0, MAX_REASON);
  }

  #readOther(line: string): void {
    const match = firstMatch(this.#form.naming, line);
    const again = this.#form.again?.exec(line);
    if (match !== undefined && this.found.size < MAX_RECIPIENTS) this.#begin(match[1] ?? "", match[2] ?? "");
    else if (again) this.#giveReason(again[1] ?? "", again[2] ?? "");
    else if (this.#isEnd(line)) this.#open = undefined;
    else if (this.#open !== undefined) addReason(this.#open, line);
    if (this.#open !== undefined) addAlias(this.#open, line);
  }

  /** A recipient who is not named among the failed ones, such as one who only waits, gets no reason. */
  #giveReason(address: string, reason: string): void {
    this.#open = undefined;
    const known = this.found.get(address.toLowerCase());
    if (known?.reason === "") addReason(known, this.#said || reason);
  }

  #isEnd(line: string): boolean {
    if (RULE.test(line)) return true;
    return line.trim() === "" && this.#form.hasSpacedReason !== true && this.#open?.reason !== "";
  }

  /** Exchange names a recipient twice: for its reader, and for an administrator. */
  #begin(address: string, reason: string): void {
    const [readable] = addresses([address]);
    const key = readable?.toLowerCase() ?? `hidden ${this.found.size}`;
    this.#open = this.found.get(key) ?? { addresses: readable === undefined ? [] : [readable], reason: "" };
    this.found.set(key, this.#open);
    addReason(this.#open, this.#said || reason);
  }
}

function addReason(open: Named, line: string): void {
  if (open.reason.length < MAX_REASON) open.reason = `${open.reason} ${line.trim()}`.trim();
}

/** The mail went to the alias, so it stands first. */
function addAlias(open: Named, line: string): void {
  const [alias] = addresses([ALIAS.exec(line)?.[1] ?? ""]);
  if (alias !== undefined && !open.addresses.includes(alias)) open.addresses.unshift(alias);
}

function firstMatch(patterns: readonly RegExp[], line: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(line);
    if (match !== null) return match;
  }
  return undefined;
}

function toRecipient({ addresses: named, reason }: Named, form: ProseForm): BouncedRecipient {
  const response = responseText(firstMatch(form.response, reason)?.[1] ?? reason);
  return { addresses: named, status: statusInResponse(response ?? "") ?? statusInResponse(reason), response };
}
