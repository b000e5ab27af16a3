import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { answerOf } from "../../api/client.ts";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Draft, type EmailTemplate, isNewer, requestOf } from "./template-draft.ts";

/** Somebody, perhaps in another tab, has saved the template since this one was opened: to write over it takes their word. */
export class ChangedElsewhereError extends Error {
  override readonly name = "ChangedElsewhereError";
  readonly current: EmailTemplate;

  constructor(current: EmailTemplate) {
    super("The template was saved somewhere else meanwhile.");
    this.current = current;
  }
}

interface Saving {
  readonly draft: Draft;
  /** The template that the draft began with, or that the writer has agreed to write over; undefined for a new one. */
  readonly over: EmailTemplate | undefined;
}

interface Outcome {
  readonly onCreated: (id: string) => Promise<void>;
  readonly onReplaced: (template: EmailTemplate) => void;
}

/** Creates a template, or replaces one that is still as it was. */
export function useSave({ onCreated, onReplaced }: Outcome) {
  const { api, session } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  const replace = async (draft: Draft, over: EmailTemplate) => {
    const params = { path: { id: over.id } };
    if (session.isPutOff()) await session.askToSignIn();
    const current = await answerOf(api.GET("/api/v1/templates/{id}", { params }));
    if (isNewer(current, over)) throw new ChangedElsewhereError(current);
    return answerOf(api.PUT("/api/v1/templates/{id}", { params, body: requestOf(draft) }));
  };
  return useMutation({
    mutationFn: ({ draft, over }: Saving) =>
      over ? replace(draft, over) : answerOf(api.POST("/api/v1/templates", { body: requestOf(draft) })),
    onSuccess: async (template, { over }) => {
      toast(`“${template.name}” is saved.`);
      if (over) return onReplaced(template);
      await onCreated(template.id);
      navigate(`/email-templates/${template.id}`);
    },
  });
}

export type Save = ReturnType<typeof useSave>;
