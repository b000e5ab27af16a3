import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { Loading } from "../../components/loading.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { shownText } from "../../components/shown-text.ts";
import { save } from "../../csv/save.ts";
import { fullTime } from "../../explain/times.ts";
import { AttachmentList } from "../notifications/attachment-list.tsx";
import { withPictures } from "../notifications/inline-pictures.ts";
import { MailLine, MailText } from "../notifications/mail-parts.tsx";
import { MailViews } from "../notifications/mail-views.tsx";
import { sizeText } from "../notifications/size-text.ts";
import type { MailFile } from "./mail-files.ts";
import { SheetHead } from "./sheet-head.tsx";
import { useFiles, useMail, useSource, type WholeMail } from "./use-mails.ts";

interface OpenedMailProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shows a mail of test mode as its recipient's mail client would. */
export function OpenedMail({ id, onClose }: OpenedMailProps) {
  const mail = useMail(id);
  return (
    <section className="sheet" aria-label="Mail">
      <SheetHead title={shownText(mail.data?.subject) || "Mail"} onClose={onClose} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="body sheet-body" tabIndex={0}>
        <QueryView query={mail} what="the mail">
          {(whole) => <Whole mail={whole} />}
        </QueryView>
      </div>
    </section>
  );
}

function Whole({ mail }: { readonly mail: WholeMail }) {
  const files = useFiles(mail);
  if (files.isLoading) return <Loading what="the mail" />;
  return (
    <div className="message">
      <dl className="kv">
        <MailLine name="From" text={shownText(mail.from)} />
        <MailLine name="To" text={mail.rcpt_to.map(shownText).join(", ")} />
        <MailLine name="Returns to" text={shownText(mail.mail_from)} />
        <MailLine name="Received" text={`${fullTime(mail.received_at)}, ${sizeText(mail.size)}`} />
        <MailLine name="Message id" text={shownText(mail.message_id)} />
      </dl>
      {mail.notification_id !== undefined && (
        <p>
          <Link className="link" to={`/notifications/${mail.notification_id}`}>
            The notification
          </Link>
        </p>
      )}
      {files.isError && <Problem title="Could not load the attachments" error={files.error} />}
      <Parts mail={mail} files={files.data ?? []} />
    </div>
  );
}

function Parts({ mail, files }: { readonly mail: WholeMail; readonly files: readonly MailFile[] }) {
  const pictures = new Map(files.flatMap(({ picture }) => (picture ? [picture] : [])));
  const saveFile = async (index: number) => {
    const file = files[index];
    if (file) save(file.blob, file.filename);
  };
  return (
    <>
      <AttachmentList files={files} onSave={saveFile} />
      <MailViews
        html={withPictures(mail.html, pictures)}
        text={mail.text}
        headers={Object.entries(mail.headers).flatMap(([name, values]) =>
          [values].flat().map((value) => ({ name, value })),
        )}
        source={<Source id={mail.id} />}
      />
    </>
  );
}

/** The files of a mail can make its source so long that the browser could not show it. */
const MOST_SHOWN = 1_000_000;

/** The source is loaded when somebody asks for it. */
function Source({ id }: { readonly id: string }) {
  const source = useSource(id);
  return (
    <QueryView query={source} what="the source">
      {(text) => (
        <>
          <div>
            <Button
              isSmall
              icon="download"
              onClick={() => save(new Blob([text], { type: "message/rfc822" }), `${id}.eml`)}
            >
              Save as a file
            </Button>
          </div>
          <MailText text={text.slice(0, MOST_SHOWN)} />
          {text.length > MOST_SHOWN && <p className="t2">The rest is in the file.</p>}
        </>
      )}
    </QueryView>
  );
}
