import { replaceUnchanged } from "../../api/changed-elsewhere.ts";
import { recordOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { useToast } from "../../components/toast.tsx";
import { useMoveOn } from "../../layout/use-move-on.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Draft, type EmailTemplate, requestOf } from "./template-draft.ts";

interface Saving {
  readonly draft: Draft;
  /** The template that the draft began with or that the writer agreed to overwrite; undefined for a new one. */
  readonly over: EmailTemplate | undefined;
}

interface Outcome {
  readonly onCreated: (id: string) => Promise<void>;
  readonly onReplaced: (template: EmailTemplate) => void;
}

/** Creates a template, or replaces a template that nobody has changed since the editor read it. */
export function useSave({ onCreated, onReplaced }: Outcome) {
  const { api, session } = usePanel();
  const toast = useToast();
  const moveOn = useMoveOn();
  const replace = (draft: Draft, over: EmailTemplate) => {
    const params = { path: { id: over.id } };
    return replaceUnchanged({
      ...{ over, session },
      read: () => recordOf(api.GET("/api/v1/templates/{id}", { params })),
      write: (header) =>
        recordOf(api.PUT("/api/v1/templates/{id}", { params: { ...params, header }, body: requestOf(draft) })),
    });
  };
  return useAction({
    run: ({ draft, over }: Saving, { api: keyed }) =>
      over ? replace(draft, over) : recordOf(keyed.POST("/api/v1/templates", { body: requestOf(draft) })),
    contentOf: ({ draft, over }) => [requestOf(draft), over?.id],
    onSuccess: async (template, { over }) => {
      toast(`“${template.name}” is saved.`);
      if (over) return onReplaced(template);
      await onCreated(template.id);
      moveOn(`/email-templates/${template.id}`);
    },
  });
}

export type Save = ReturnType<typeof useSave>;
