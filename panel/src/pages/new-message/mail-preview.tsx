import { Problem } from "../../components/problem.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { MailFrame } from "../email-templates/mail-frame.tsx";
import { markMissing } from "../email-templates/mark-missing.ts";
import { faultText } from "../email-templates/template-fault.ts";
import type { MailDraft } from "./mail-draft.ts";
import type { ChosenTemplate } from "./use-chosen-template.ts";

interface MailPreviewProps {
  readonly draft: MailDraft;
  readonly chosen: ChosenTemplate;
}

/** Shows the mail as its recipient will see it. */
export function MailPreview({ draft, chosen }: MailPreviewProps) {
  const { template, live } = chosen;
  const isTemplate = draft.content === "template";
  const { subject, body } = isTemplate ? live.preview : draft;
  const isHtml = isTemplate ? template?.body_type === "html" : draft.content === "html";
  return (
    <section className="card beside" aria-label="Preview">
      <h2>Preview</h2>
      <dl className="kv">
        <dt>Subject</dt>
        <dd className="b">{subject || <span className="t3">No subject yet</span>}</dd>
      </dl>
      {isTemplate && live.error != null && <Problem error={live.error} />}
      {isTemplate &&
        live.faults.map((fault) => (
          <p key={faultText(fault)} className="row bad">
            <ToneIcon tone="bad" /> {faultText(fault)}
          </p>
        ))}
      {isHtml ? (
        <MailFrame html={isTemplate ? markMissing(body) : body} title="The mail's body" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a <section> would not keep the line breaks
        <pre className="code wrap tall-text" tabIndex={0} role="region" aria-label="The text of the mail">
          {body}
        </pre>
      )}
    </section>
  );
}
