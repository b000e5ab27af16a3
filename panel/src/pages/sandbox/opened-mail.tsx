import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../../components/button.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { shownText } from "../../components/shown-text.ts";
import { save } from "../../csv/save.ts";
import { fullTime } from "../../explain/times.ts";
import { MailFrame } from "../email-templates/mail-frame.tsx";
import { MailLine, MailText } from "../notifications/mail-parts.tsx";
import { sizeText } from "../notifications/size-text.ts";
import { SheetHead } from "./sheet-head.tsx";
import { useMail, useSource, type WholeMail } from "./use-mails.ts";

const VIEWS = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
  { value: "headers", label: "Headers" },
  { value: "source", label: "Source" },
] as const;
type View = (typeof VIEWS)[number]["value"];

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
  const views = VIEWS.filter(({ value }) => value !== "html" || mail.html !== "");
  const [chosen, setChosen] = useState<View>("html");
  const view = views.find(({ value }) => value === chosen)?.value ?? "text";
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
      <div>
        <SegmentedControl
          aria-label="Show as"
          data={[...views]}
          value={view}
          onChange={(value) => setChosen(VIEWS.find((one) => one.value === value)?.value ?? "html")}
        />
      </div>
      <Body mail={mail} view={view} />
    </div>
  );
}

function Body({ mail, view }: { readonly mail: WholeMail; readonly view: View }) {
  switch (view) {
    case "html":
      return <MailFrame html={mail.html} title="The mail" />;
    case "text":
      return mail.text === "" ? <p className="t2">The mail has no text.</p> : <MailText text={mail.text} />;
    case "headers":
      return <Headers headers={mail.headers} />;
    case "source":
      return <Source id={mail.id} />;
  }
}

const Headers = ({ headers }: Pick<WholeMail, "headers">) => (
  <dl className="kv headers">
    {Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may occur twice
        <MailLine key={`${name} ${place}`} name={name} text={value} />
      )),
    )}
  </dl>
);

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
          <MailText text={text} />
        </>
      )}
    </QueryView>
  );
}
