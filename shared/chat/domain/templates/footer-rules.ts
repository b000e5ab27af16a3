import type { DefinitionCheck } from "./chat-template.ts";
import { characters, hasVariable } from "./placeholders.ts";

/** The platform limits a footer text to 60 characters. */
const MAX_FOOTER_CHARACTERS = 60;

const footerIsWritten: DefinitionCheck = ({ footer }) => {
  if (footer === undefined) return undefined;
  if (footer.text.trim() === "") return "footer.text is required";
  return characters(footer.text) > MAX_FOOTER_CHARACTERS
    ? `footer.text must have at most ${MAX_FOOTER_CHARACTERS} characters`
    : undefined;
};

/** A footer has no variables (T6). */
const footerIsFixed: DefinitionCheck = ({ footer }) =>
  footer !== undefined && hasVariable(footer.text) ? "footer.text must not contain variables" : undefined;

export const footerRules: readonly DefinitionCheck[] = [footerIsWritten, footerIsFixed];
