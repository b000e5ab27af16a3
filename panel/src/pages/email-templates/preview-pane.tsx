import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { MailFrame } from "./mail-frame.tsx";
import type { LivePreview } from "./use-preview.ts";

interface PreviewPaneProps {
  readonly live: LivePreview;
  readonly bodyType: "text" | "html";
}

export const PreviewPane = ({ live: { preview, fault, error }, bodyType }: PreviewPaneProps) => (
  <section className="card" aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
    {fault && (
      <p className="t2" role="status">
        The {fault.field} has a mistake in line {fault.line}.{preview?.body && " This is what it looked like before."}
      </p>
    )}
    {error != null && <Problem error={error} />}
    <p className="mail-subject">{preview?.subject || <span className="t2">No subject yet</span>}</p>
    {bodyType === "html" ? (
      <MailFrame html={preview?.body ?? ""} title="The mail's body" />
    ) : (
      <pre className="mail-text">{preview?.body}</pre>
    )}
    {preview?.warnings?.map((warning) => (
      <Notice key={warning} kind="warn">
        <p>{warning}</p>
      </Notice>
    ))}
  </section>
);
