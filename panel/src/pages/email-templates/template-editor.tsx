import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { CodePanel } from "./code-panel.tsx";
import { type Asked, EditorMenu } from "./editor-menu.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { type Draft, draftOf, EMPTY_DRAFT, type EmailTemplate, isSame, requestOf } from "./template-draft.ts";
import { usePreview } from "./use-preview.ts";
import { useSamples } from "./use-samples.ts";
import { useSaveKey } from "./use-save-key.ts";

const EditorDialogs = lazy(async () => ({ default: (await import("./editor-dialogs.tsx")).EditorDialogs }));

const BACK = { to: "/email-templates", label: "Email templates" } as const;

/** The text on one side, what becomes of it on the other. */
export function TemplateEditor({ template }: { readonly template?: EmailTemplate }) {
  const saved = template ? draftOf(template) : EMPTY_DRAFT;
  const [draft, setDraft] = useState(saved);
  const [asked, setAsked] = useState<Asked>();
  const { samples, areKnown, setSamples, keepFor } = useSamples(template?.id);
  const live = usePreview(draft, areKnown ? samples : undefined);
  const isChanged = !isSame(draft, saved);
  const { allowLeaving } = useLeaveGuard(isChanged);
  const save = useSave(template, async (id) => {
    allowLeaving();
    await keepFor(id);
  });
  useSaveKey(() => save.mutate(draft));
  return (
    <Page
      title={template?.name ?? "Write an email template"}
      about={template && <About template={template} isChanged={isChanged} />}
      back={BACK}
      isWhole
      actions={
        <>
          {template && <EditorMenu isChanged={isChanged} onAsk={setAsked} />}
          <Button
            look="primary"
            isBusy={save.isPending}
            disabled={template !== undefined && !isChanged}
            onClick={() => save.mutate(draft)}
          >
            {template ? "Save" : "Create the template"}
          </Button>
        </>
      }
    >
      {save.isError && <Problem title="Not saved" error={save.error} />}
      <div className="editor">
        <CodePanel draft={draft} live={live} samples={samples} onChange={setDraft} onSample={setSamples} />
        <PreviewPane draft={draft} live={live} onChange={setDraft} />
      </div>
      {template && asked && (
        <Suspense>
          <EditorDialogs
            template={template}
            asked={asked}
            draft={draft}
            variables={live.preview?.variables ?? []}
            samples={samples}
            onRestored={(restored) => setDraft(draftOf(restored))}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </Page>
  );
}

const About = ({
  template: { version },
  isChanged,
}: {
  readonly template: EmailTemplate;
  readonly isChanged: boolean;
}) => (
  <span className="s t3 cut">
    {[...(version === undefined ? [] : [`Version ${version}`]), ...(isChanged ? ["edited since"] : [])].join(" · ")}
  </span>
);

function useSave(template: EmailTemplate | undefined, onSaved: (id: string) => Promise<void>) {
  const { api } = usePanel();
  const toast = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (draft: Draft) => {
      const body = requestOf(draft);
      return template
        ? answerOf(api.PUT("/api/v1/templates/{id}", { params: { path: { id: template.id } }, body }))
        : answerOf(api.POST("/api/v1/templates", { body }));
    },
    onSuccess: async ({ id, name }) => {
      toast(`“${name}” is saved.`);
      if (template) return;
      await onSaved(id);
      navigate(`/email-templates/${id}`);
    },
  });
}
