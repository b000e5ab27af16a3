/**
 * The behaviour that a recipient's address requests from the mailbox (M-recipients). All other addresses accept their
 * mail.
 */
export type RecipientMeaning =
  | { kind: "accept" }
  | { kind: "reject" }
  | { kind: "full" }
  | { kind: "drop" }
  | { kind: "defer"; times: number }
  | { kind: "slow"; seconds: number };

/** No mail client waits longer. The limit keeps a typing error from holding a connection for days. */
const MAX_SLOW_SECONDS = 3600;

const WITHOUT_NUMBER: Readonly<Record<string, RecipientMeaning>> = {
  reject: { kind: "reject" },
  full: { kind: "full" },
  drop: { kind: "drop" },
};

/** Reads the local part before `+`, in any letter case and at any domain. */
export function recipientMeaning(address: string): RecipientMeaning {
  const localPart = address.slice(0, Math.max(0, address.lastIndexOf("@")));
  const word = (localPart.split("+", 1)[0] ?? "").toLowerCase();
  const [, name, digits] = /^(defer|slow)(\d{1,9}(?:\.\d{1,3})?)$/.exec(word) ?? [];
  if (name === "defer" && !digits?.includes(".")) return { kind: "defer", times: Number(digits) };
  // Fractions are allowed too, because benchmarks simulate servers that take milliseconds.
  if (name === "slow") return { kind: "slow", seconds: Math.min(Number(digits), MAX_SLOW_SECONDS) };
  return (Object.hasOwn(WITHOUT_NUMBER, word) ? WITHOUT_NUMBER[word] : undefined) ?? { kind: "accept" };
}
