import { Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { part } from "../../components/part.tsx";
import { useLeaveGuard } from "../../layout/guarded-location.tsx";
import { CodePanel } from "./code-panel.tsx";
import { type Asked, EditorMenu } from "./editor-menu.tsx";
import { NotSaved } from "./not-saved.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import type { EmailTemplate } from "./template-draft.ts";
import { useEditing } from "./use-editing.ts";
import { usePreview } from "./use-preview.ts";
import { useSamples } from "./use-samples.ts";
import { useSave } from "./use-save.ts";
import { useSaveKey } from "./use-save-key.ts";

const EditorDialogs = part(async () => (await import("./editor-dialogs.tsx")).EditorDialogs);

const BACK = { to: "/email-templates", label: "Email templates" } as const;

/** Shows the source on one side and the rendered mail on the other. */
export function TemplateEditor({ template }: { readonly template?: EmailTemplate }) {
  const { draft, setDraft, began, setBegan, isChanged, newer, take } = useEditing(template);
  const [asked, setAsked] = useState<Asked>();
  const { samples, areKnown, setSamples, keepFor } = useSamples(template?.id);
  const live = usePreview(draft, areKnown ? samples : undefined);
  const { allowLeaving } = useLeaveGuard(isChanged);
  const save = useSave({
    onReplaced: setBegan,
    onCreated: async (id) => {
      allowLeaving();
      await keepFor(id);
    },
  });
  const saveOver = (over: EmailTemplate | undefined) => save.mutate({ draft, over });
  useSaveKey(() => saveOver(began));
  return (
    <Page
      title={template?.name ?? "Write an email template"}
      about={began && <About template={began} isChanged={isChanged} />}
      back={BACK}
      isWhole
      actions={
        <>
          {template && <EditorMenu isChanged={isChanged} onAsk={setAsked} />}
          <Button
            look="primary"
            isBusy={save.isPending}
            disabled={template !== undefined && !isChanged}
            onClick={() => saveOver(began)}
          >
            {template ? "Save" : "Create the template"}
          </Button>
        </>
      }
    >
      <NotSaved save={save} newer={newer} onTake={take} onOverwrite={saveOver} />
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
            variables={live.preview.variables}
            samples={samples}
            onRestored={take}
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
