import { useRef } from "react";
import { answerOf, recordOf } from "../../../api/client.ts";
import { useAction } from "../../../api/use-action.ts";
import { useToast } from "../../../components/toast.tsx";
import { useMoveOn } from "../../../layout/use-move-on.ts";
import { usePanel } from "../../../session/session-context.tsx";
import { allTemplates } from "../all-templates.ts";
import { type Draft, requestOf } from "../template-draft.ts";
import { freeDraft, type Starter } from "./starter.ts";

/** Makes a template from a starter, with its samples, and opens it. */
export function useStarter() {
  const { api } = usePanel();
  const toast = useToast();
  const moveOn = useMoveOn();
  /** A repeated try sends the same draft, because the service refuses another request with the same idempotency key. */
  const drafts = useRef(new Map<string, Draft>());
  const draftFor = async (starter: Starter, key: string): Promise<Draft> => {
    const aliases = (await allTemplates(api)).flatMap(({ alias }) => alias ?? []);
    return drafts.current.get(key) ?? freeDraft(starter, new Set(aliases));
  };
  return useAction({
    run: async (starter: Starter, { api: keyed, key }) => {
      const draft = await draftFor(starter, key);
      drafts.current.set(key, draft);
      const template = await recordOf(keyed.POST("/api/v1/templates", { body: requestOf(draft) }));
      // The template is made; without its samples only the preview has gaps.
      const body = { samples: { ...starter.samples } };
      await answerOf(
        api.PUT("/panel/api/templates/{id}/samples", { params: { path: { id: template.id } }, body }),
      ).catch(() => undefined);
      return template;
    },
    contentOf: ({ alias }) => alias,
    onSuccess: (template) => {
      toast(`“${template.name}” is created. Programs send it as ${template.alias ?? template.id}.`);
      moveOn(`/email-templates/${template.id}`);
    },
  });
}
