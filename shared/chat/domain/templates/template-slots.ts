import { answerBytes } from "../../../kernel/answer-size.ts";
import type { ChatTemplate } from "./chat-template.ts";

/** For the templates of one owner that were not deleted: as much as an answer of Lambda's shows, less what stands around it. */
export const TEMPLATE_SLOTS = 1000;
export const SLOT_BYTES = 6000;
/** For what stands beside definition and parameters, the platform's reason of a rejection among it. */
const REST_BYTES = 2000;

/** How many slots a template holds, by its size in an answer. Ordinary ones hold one. */
export const slotsOf = ({ definition, parameters }: Pick<ChatTemplate, "definition" | "parameters">): number =>
  Math.ceil((answerBytes({ definition, parameters }) + REST_BYTES) / SLOT_BYTES);

/** Every template that was not deleted, and the newest of the deleted ones that fit beside them. Oldest first. */
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
