import { SegmentedControl, Switch, Tooltip } from "@mantine/core";
import { useState } from "react";
import { Problem } from "../../components/problem.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { MailBody, VIEWS, type View } from "./mail-body.tsx";
import { sizeFact } from "./size-fact.ts";
import type { Draft } from "./template-draft.ts";
import type { LivePreview } from "./use-preview.ts";
import "@mantine/core/styles/Switch.layer.css";

/** Tells the warning for which there is a remedy here. */
const ESCAPES = /escape html/;
const TEXT_VIEWS = VIEWS.filter(({ value }) => value === "text" || value === "source");

interface PreviewPaneProps {
  readonly draft: Draft;
  readonly live: LivePreview;
  readonly onChange: (draft: Draft) => void;
}

/** The right side shows the mail as its recipient sees it, with the sample values. */
export function PreviewPane({ draft, live, onChange }: PreviewPaneProps) {
  const [chosen, setChosen] = useState<View>("desktop");
  const isHtml = draft.body_type === "html";
  const size = sizeFact(live.preview.body, isHtml);
  const views = isHtml ? VIEWS : TEXT_VIEWS;
  const view = views.find(({ value }) => value === chosen)?.value ?? "text";
  return (
    <section aria-label="Preview">
      <div className="row pad-row wrap">
        <SegmentedControl
          aria-label="Preview as"
          data={[...views]}
          value={view}
          onChange={(value) => setChosen(VIEWS.find((one) => one.value === value)?.value ?? "text")}
        />
        <span className="grow" />
        <Tooltip label="A send that leaves out a variable which the mail needs is refused">
          <Switch
            size="xs"
            label="Strict"
            checked={draft.strict}
            onChange={({ target }) => onChange({ ...draft, strict: target.checked })}
          />
        </Tooltip>
      </div>
      <dl className="kv pad-row line-top">
        <dt>Subject</dt>
        <dd className="b">{live.preview.subject || <span className="t3">No subject yet</span>}</dd>
      </dl>
      {live.error != null && <Problem error={live.error} />}
      <div className="stage line-top">
        <MailBody view={view} preview={live.preview} isHtml={isHtml} />
      </div>
      <footer className="row wrap pad-row line-top s t2">
        <span className="row">
          <ToneIcon tone={size.tone} />
          {size.text}
        </span>
        {live.preview.warnings?.map((warning) => (
          <span key={warning} className="row">
            <ToneIcon tone="part" />
            {warning}
            {isHtml && !draft.isEscaped && ESCAPES.test(warning) && (
              <button type="button" className="link" onClick={() => onChange({ ...draft, isEscaped: true })}>
                Escape them
              </button>
            )}
          </span>
        ))}
      </footer>
    </section>
  );
}
