import { useState } from "react";
import { useBegan } from "../../api/changed-elsewhere.ts";
import { type Draft, draftOf, EMPTY_DRAFT, type EmailTemplate, isSame } from "./template-draft.ts";

/** Contains the text that is being written and the template that it began with. */
export function useEditing(template: EmailTemplate | undefined) {
  const [draft, setDraft] = useState<Draft>(template ? draftOf(template) : EMPTY_DRAFT);
  const beginning = useBegan({
    record: template,
    isEdited: (began) => !isSame(draft, began ? draftOf(began) : EMPTY_DRAFT),
    onTaken: (taken) => setDraft(draftOf(taken)),
  });
  return { draft, setDraft, ...beginning };
}
