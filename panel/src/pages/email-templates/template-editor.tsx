import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { DraftFields } from "./draft-fields.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { SampleFields } from "./sample-fields.tsx";
import { type Draft, draftOf, EMPTY_DRAFT, type EmailTemplate, isSame, requestOf } from "./template-draft.ts";
import { TestMail } from "./test-mail.tsx";
import { usePreview } from "./use-preview.ts";

/** The text on one side, what becomes of it on the other. */
export function TemplateEditor({ template }: { readonly template?: EmailTemplate }) {
  const saved = template ? draftOf(template) : EMPTY_DRAFT;
  const [draft, setDraft] = useState(saved);
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>({});
  const live = usePreview(draft, samples);
  const save = useSave(template);
  const isChanged = !isSame(draft, saved);
  useWarningBeforeLeaving(isChanged);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <div className="columns">
      <form className="card form" onSubmit={submit}>
        <DraftFields draft={draft} fault={live.fault} onChange={setDraft} />
        {save.isError && <Problem title="Not saved" error={save.error} />}
        <div className="form-actions">
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={template !== undefined && !isChanged}>
            {template ? "Save" : "Create the template"}
          </Button>
        </div>
      </form>
      <div className="stack">
        <SampleFields live={live} samples={samples} onChange={setSamples} />
        <PreviewPane live={live} bodyType={draft.body_type} />
        {template && <TestMail template={template} samples={samples} isChanged={isChanged} />}
      </div>
    </div>
  );
}

function useSave(template: EmailTemplate | undefined) {
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
    onSuccess: ({ id, name }) => {
      toast(`“${name}” is saved.`);
      if (!template) navigate(`/email-templates/${id}`);
    },
  });
}

function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
