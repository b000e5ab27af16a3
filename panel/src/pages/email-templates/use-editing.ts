import { useEffect, useState } from "react";
import { type Draft, draftOf, EMPTY_DRAFT, type EmailTemplate, isNewer, isSame } from "./template-draft.ts";

/** The text that is being written, and the template that it began with: a newer one replaces it only while nothing has been typed. */
export function useEditing(template: EmailTemplate | undefined) {
  const [began, setBegan] = useState(template);
  const [draft, setDraft] = useState<Draft>(template ? draftOf(template) : EMPTY_DRAFT);
  const isChanged = !isSame(draft, began ? draftOf(began) : EMPTY_DRAFT);
  const newer = template && began && isNewer(template, began) ? template : undefined;
  const take = (taken: EmailTemplate) => {
    setBegan(taken);
    setDraft(draftOf(taken));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken when it comes, not when a change is undone by hand
  useEffect(() => {
    if (newer && !isChanged) take(newer);
  }, [newer]);
  return { draft, setDraft, began, setBegan, isChanged, newer, take };
}
