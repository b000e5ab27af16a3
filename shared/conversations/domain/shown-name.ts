import type { Conversation } from "./conversation.ts";

/** Neither a space, a control, a mark without a letter, nor a sign that is drawn as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const MOST = 80;

/** A customer in a sentence: the name that they gave, unless there is nothing to see of it; else the number. */
export function shownName({ profileName = "", customerPhone }: Pick<Conversation, "profileName" | "customerPhone">) {
  if (!VISIBLE.test(profileName)) return customerPhone || "A customer";
  const characters = [...profileName.trim()];
  return characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : characters.join("");
}
