import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../../session/session-context.tsx";
import { allTemplates } from "../email-templates/all-templates.ts";
import { draftOf, EMPTY_DRAFT, type EmailTemplate, lackingOf } from "../email-templates/template-draft.ts";
import { type LivePreview, usePreview } from "../email-templates/use-preview.ts";
import type { MailDraft } from "./mail-draft.ts";

export interface ChosenTemplate {
  readonly template: EmailTemplate | undefined;
  readonly live: LivePreview;
  /** The variables without a value. */
  readonly lacking: readonly string[];
}

/** Loads the templates once the reader wants to send one. */
export function useTemplates(isWanted: boolean) {
  const { api } = usePanel();
  return useQuery({ queryKey: ["email-templates"], queryFn: () => allTemplates(api), enabled: isWanted });
}

/** Finds the template of the draft, and renders it with the draft's values. */
export function useChosenTemplate(
  templates: readonly EmailTemplate[] = [],
  { content, templateId, values }: MailDraft,
): ChosenTemplate {
  const template = content === "template" ? templates.find(({ id }) => id === templateId) : undefined;
  const written = template ? draftOf(template) : EMPTY_DRAFT;
  const live = usePreview(written, template && values);
  return { template, live, lacking: template ? lackingOf(written, live.preview) : [] };
}
