import type { Schemas } from "../../api/schemas.ts";
import { usePanel } from "../../session/session-context.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { download } from "./download.ts";
import { MailLine, MailText } from "./mail-parts.tsx";
import { MailViews } from "./mail-views.tsx";
import { useShownHtml } from "./use-shown-html.ts";

type Mail = Schemas["ShownEmail"];

/** Shows a mail as it is sent, with its envelope above. */
export function MailMessage({ id, mail }: { readonly id: string; readonly mail: Mail }) {
  const { api } = usePanel();
  const html = useShownHtml(id, mail);
  return (
    <div className="message">
      <dl className="kv">
        <MailLine name="From" text={mail.from && `${mail.from.name} <${mail.from.address}>`.trim()} />
        <MailLine name="To" text={mail.to} />
        <MailLine name="Cc" text={mail.cc.join(", ")} />
        <MailLine name="Bcc" text={mail.bcc.join(", ")} />
        <MailLine name="Reply to" text={mail.reply_to.join(", ")} />
        <MailLine name="Subject" text={mail.subject} />
      </dl>
      <AttachmentList files={mail.attachments} onSave={(index) => download(api, id, index)} />
      <MailViews
        html={html}
        text={mail.text}
        headers={mail.headers}
        source={mail.source !== undefined && <Source source={mail.source} isCut={mail.source_cut} />}
      />
    </div>
  );
}

const Source = ({ source, isCut }: { readonly source: string; readonly isCut: boolean | undefined }) => (
  <>
    <p className="s t3">
      Composed for this page from the kept content, without the bytes of its files.
      {isCut && " It is longer than what is shown."}
    </p>
    <MailText text={source} />
  </>
);
