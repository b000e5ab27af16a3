import type { Tone } from "../../explain/tone.ts";
import type { ChatTemplate } from "./template-draft.ts";

export interface StateText {
  readonly label: string;
  readonly tone: Tone;
  readonly meaning: string;
}

const BY_STATUS: ReadonlyMap<string, StateText> = new Map<string, StateText>(
  Object.entries({
    APPROVED: { label: "Approved", tone: "ok", meaning: "It can be sent." },
    ACTIVE: { label: "Approved", tone: "ok", meaning: "It can be sent." },
    PENDING: {
      label: "In review",
      tone: "wait",
      meaning: "The platform reviews it: minutes as a rule, a day at most.",
    },
    IN_APPEAL: { label: "In appeal", tone: "wait", meaning: "The platform looks at it again." },
    REJECTED: {
      label: "Rejected",
      tone: "bad",
      meaning: "The platform does not accept it. Create another one that mends the reason given.",
    },
    PAUSED: {
      label: "Paused",
      tone: "bad",
      meaning: "Customers reported it. The platform lets it go on after some hours; until then sends are refused.",
    },
    DISABLED: { label: "Disabled", tone: "bad", meaning: "The platform has disabled it permanently." },
  }),
);

/** Explains the state of a template and names the next step. */
export function stateOf({
  disabled,
  remote_status: status,
}: Pick<ChatTemplate, "disabled" | "remote_status">): StateText {
  if (disabled) return { label: "Deleted", tone: "bad", meaning: "It is kept for the history and cannot be sent." };
  return (
    BY_STATUS.get(status) ?? {
      label: status.toLowerCase().replaceAll("_", " "),
      tone: "wait",
      meaning: "Not a state in which it can be sent.",
    }
  );
}

const QUALITY: ReadonlyMap<string, string> = new Map([
  ["GREEN", "good"],
  ["YELLOW", "middling: customers have reported it"],
  ["RED", "low: it may be paused"],
]);

export const qualityText = (quality: string): string => QUALITY.get(quality) ?? "not known yet";

/** Writes a request that sends the template, with a placeholder for each of its values. */
export function exampleSend({ id, parameters }: Pick<ChatTemplate, "id" | "parameters">) {
  const values = Object.fromEntries(
    parameters.map(({ name, type }) => [name, type === "text" ? "..." : "https://..."]),
  );
  const chat = { type: "template", template_id: id, ...(parameters.length > 0 && { values }) };
  return { channel: "chat", recipient: "+14155550100", chat };
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** Gives `Portuguese (Brazil), pt_BR`, or the code alone when the language has no name. */
export function languageText(code: string): string {
  try {
    const name = languages.of(code.replaceAll("_", "-"));
    return name === undefined || name === code ? code : `${name}, ${code}`;
  } catch {
    return code;
  }
}

/** Finds the templates of the same account and name in other languages, sorted by language; deleted ones are left out. */
export const siblingsOf = (template: ChatTemplate, all: readonly ChatTemplate[]): readonly ChatTemplate[] =>
  all
    .filter(
      ({ id, name, chat_account_id, disabled }) =>
        id !== template.id && name === template.name && chat_account_id === template.chat_account_id && !disabled,
    )
    .sort((one, other) => one.language.localeCompare(other.language));

/** Groups the templates by name and sorts each group by language. A group stands where its newest template stood in the list. */
export function byName(templates: readonly ChatTemplate[]): readonly ChatTemplate[] {
  const groups = new Map<string, ChatTemplate[]>();
  for (const template of templates) groups.set(template.name, [...(groups.get(template.name) ?? []), template]);
  return [...groups.values()].flatMap((group) => group.sort((a, b) => a.language.localeCompare(b.language)));
}
