import { Checkbox, SegmentedControl, TextInput } from "@mantine/core";
import { type RefObject, Suspense, useRef } from "react";
import { part } from "../../components/part.tsx";
import type { CodeEditorHandle } from "./code-editor.tsx";
import { FaultNotice, MissingNotice } from "./code-notices.tsx";
import type { Samples } from "./samples.ts";
import { type Draft, lackingOf } from "./template-draft.ts";
import { faultText, type TemplateFault } from "./template-fault.ts";
import type { LivePreview } from "./use-preview.ts";
import { VariableTable } from "./variable-table.tsx";

const CodeEditor = part(async () => (await import("./code-editor.tsx")).CodeEditor);
const KINDS = [
  { value: "text", label: "Text" },
  { value: "html", label: "HTML" },
];

export interface CodePanelProps {
  readonly draft: Draft;
  readonly live: LivePreview;
  readonly samples: Samples;
  readonly onChange: (draft: Draft) => void;
  readonly onSample: (samples: Samples) => void;
}

/** The left side shows the source, its faults and its variables. */
export function CodePanel({ draft, live, samples, onChange, onSample }: CodePanelProps) {
  const editor = useRef<CodeEditorHandle>(null);
  const missing = lackingOf(draft, live.preview);
  const fault = faultOf(live, "body");
  return (
    <section aria-label="Template">
      <HeadFields draft={draft} fault={faultOf(live, "subject")} onChange={onChange} />
      <KindRow draft={draft} onChange={onChange} />
      <BodyField draft={draft} fault={fault} missing={missing} editor={editor} onChange={onChange} />
      {fault && <FaultNotice fault={fault} onGo={(line) => editor.current?.goToLine(line)} />}
      {missing.length > 0 && live.faults.length === 0 && (
        <MissingNotice
          missing={missing}
          draft={draft}
          onGo={(line) => editor.current?.goToLine(line)}
          onDefault={(name) => editor.current?.giveDefault(name)}
          onStrict={() => onChange({ ...draft, strict: true })}
        />
      )}
      <VariableTable draft={draft} live={live} samples={samples} onChange={onSample} />
    </section>
  );
}

const faultOf = ({ faults }: LivePreview, name: TemplateFault["field"]) => faults.find(({ field }) => field === name);

interface FieldProps extends Pick<CodePanelProps, "draft" | "onChange"> {
  readonly fault: TemplateFault | undefined;
}

const HeadFields = ({ draft, fault, onChange }: FieldProps) => (
  <div className="fields pad-row">
    <TextInput
      className="g6"
      label="Name"
      required
      withAsterisk={false}
      maxLength={255}
      autoComplete="off"
      value={draft.name}
      onChange={({ target }) => onChange({ ...draft, name: target.value })}
    />
    <TextInput
      className="g6"
      label="Alias"
      placeholder="order-shipped"
      title="Programs may send it in place of the id: a-z, 0-9, _ and -."
      maxLength={64}
      pattern="[a-z0-9][a-z0-9_\-]*"
      autoComplete="off"
      value={draft.alias}
      onChange={({ target }) => onChange({ ...draft, alias: target.value })}
    />
    <TextInput
      className="g12"
      label="Subject"
      required
      withAsterisk={false}
      autoComplete="off"
      classNames={{ input: "mono" }}
      value={draft.subject}
      error={fault && faultText({ ...fault, line: undefined })}
      onChange={({ target }) => onChange({ ...draft, subject: target.value })}
    />
  </div>
);

const KindRow = ({ draft, onChange }: Pick<CodePanelProps, "draft" | "onChange">) => (
  <div className="row pad-row line-top">
    <SegmentedControl
      aria-label="Kind of body"
      data={KINDS}
      value={draft.body_type}
      onChange={(value) => onChange({ ...draft, body_type: value === "html" ? "html" : "text" })}
    />
    <span className="grow" />
    {draft.body_type === "html" && (
      <Checkbox
        size="xs"
        label="Escape values in HTML"
        title="A value cannot break out of the place that it is printed in. The subject is never escaped."
        checked={draft.isEscaped}
        onChange={({ target }) => onChange({ ...draft, isEscaped: target.checked })}
      />
    )}
  </div>
);

interface BodyFieldProps extends FieldProps {
  readonly missing: readonly string[];
  readonly editor: RefObject<CodeEditorHandle | null>;
}

const BodyField = ({ draft, fault, missing, editor, onChange }: BodyFieldProps) => (
  <div className="fill line-top">
    <Suspense fallback={<div className="grow" />}>
      <CodeEditor
        ref={editor}
        label="Body"
        value={draft.body}
        isHtml={draft.body_type === "html"}
        fault={fault}
        missing={missing}
        onChange={(body) => onChange({ ...draft, body })}
      />
    </Suspense>
  </div>
);
