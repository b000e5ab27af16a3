import type { Conversation } from "./conversation.ts";

/** It matches a character that can be seen: no space, control, lone mark or sign that is drawn as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const MOST = 80;

/** A sentence names the customer by the name that they gave; if nothing of it can be seen, by the number. */
export function shownName({ profileName = "", customerPhone }: Pick<Conversation, "profileName" | "customerPhone">) {
  if (!VISIBLE.test(profileName)) return customerPhone || "A customer";
  const characters = [...profileName.trim()];
  return characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : characters.join("");
}
