import { ApiError } from "../../../api/api-error.ts";
import { type ImportLine, MOST_AT_ONCE } from "./import-lines.ts";
import type { ImportItem, ImportRun, Made } from "./import-run.ts";

/** What the service answers to one line of a request. */
export interface LineAnswer {
  readonly outcome: "made" | "stood" | "refused";
  readonly error?: string | undefined;
}

/** Returns the answers in the order of the lines. */
export type AskForLines = (lines: readonly ImportItem[]) => Promise<readonly LineAnswer[]>;

/** The line as a request has it. */
export const bodyOf = ({ recipient, reason, topic }: ImportLine) => ({
  recipient,
  ...(reason !== undefined && { reason }),
  ...(topic !== undefined && { topic }),
});

/** Asks for many lines in one request, and gives each line its own answer when its turn comes. */
export class LinesAtOnce {
  #answers = new Map<string, LineAnswer>();

  async answerTo(item: ImportItem, run: ImportRun, ask: AskForLines): Promise<Made> {
    if (!this.#answers.has(item.key)) await this.#ask(run.items.slice(run.done, run.done + MOST_AT_ONCE), ask);
    const answer = this.#answers.get(item.key);
    this.#answers.delete(item.key);
    if (answer === undefined) throw new ApiError(502, "the service left out the answer to this line");
    if (answer.outcome === "refused") throw new ApiError(400, answer.error ?? "refused");
    return { isNew: answer.outcome === "made" };
  }

  async #ask(lines: readonly ImportItem[], ask: AskForLines): Promise<void> {
    const answers = await ask(lines);
    this.#answers = new Map(lines.flatMap(({ key }, i) => (answers[i] ? [[key, answers[i]] as const] : [])));
  }
}
