import { answerBytes } from "../../../kernel/answer-size.ts";
import type { ChatTemplate } from "./chat-template.ts";

/** An owner's templates may take this many slots together, so that a list fits into one answer of Lambda. Deleted templates take none. */
export const TEMPLATE_SLOTS = 1000;
export const SLOT_BYTES = 6000;
/** This many bytes are reserved for all fields except definition and parameters, such as the reason of a rejection. */
const REST_BYTES = 2000;

/** Returns the number of slots that a template takes, by its size in an answer. An ordinary template takes one slot. */
export const slotsOf = ({ definition, parameters }: Pick<ChatTemplate, "definition" | "parameters">): number =>
  Math.ceil((answerBytes({ definition, parameters }) + REST_BYTES) / SLOT_BYTES);

/** Lists every template that was not deleted, and the newest deleted ones that fit as well, oldest first. */
export function shownTemplates(all: readonly ChatTemplate[]): readonly ChatTemplate[] {
  const newest = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const [living, deleted] = [newest.filter((one) => !one.isDisabled), newest.filter((one) => one.isDisabled)];
  let room = TEMPLATE_SLOTS - living.reduce((slots, one) => slots + slotsOf(one), 0);
  const fitting = deleted.filter((one) => {
    room -= slotsOf(one);
    return room >= 0;
  });
  return [...living, ...fitting].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
