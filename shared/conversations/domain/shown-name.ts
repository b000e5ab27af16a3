import type { Conversation } from "./conversation.ts";

/** Matches a character that can be seen: no space, control character, combining mark or character that is drawn as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const MOST = 80;

/** Returns the name that sentences give the customer: the customer's own, or the phone number if the name has no visible character. */
export function shownName({ profileName = "", customerPhone }: Pick<Conversation, "profileName" | "customerPhone">) {
  if (!VISIBLE.test(profileName)) return customerPhone || "A customer";
  const characters = [...profileName.trim()];
  return characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : characters.join("");
}
