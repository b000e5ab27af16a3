/** What a recipient's address asks of the sandbox (D48c). Every other address takes its mail. */
export type RecipientMeaning =
  | { readonly kind: "accept" | "reject" | "full" | "drop" | "bounce" | "complain" }
  | { readonly kind: "defer"; readonly times: number }
  | { readonly kind: "slow"; readonly seconds: number };

/** No send waits longer. The limit keeps a typing error from becoming a timer that no machine has. */
const MAX_SLOW_SECONDS = 3600;

const PLAIN = ["reject", "full", "drop", "bounce", "complain"] as const;

/** Reads the local part before `+`, in any letter case and at any domain. */
export function recipientMeaning(address: string): RecipientMeaning {
  const localPart = address.slice(0, Math.max(0, address.lastIndexOf("@")));
  const word = (localPart.split("+", 1)[0] ?? "").toLowerCase();
  const [, name, digits] = /^(defer|slow)(\d{1,9}(?:\.\d{1,3})?)$/.exec(word) ?? [];
  if (name === "defer" && !digits?.includes(".")) return { kind: "defer", times: Number(digits) };
  if (name === "slow") return { kind: "slow", seconds: Math.min(Number(digits), MAX_SLOW_SECONDS) };
  return { kind: PLAIN.find((known) => known === word) ?? "accept" };
}
