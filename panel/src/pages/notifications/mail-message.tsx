import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "../../api/schemas.ts";
import { MailFrame } from "../email-templates/mail-frame.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { MailLine, MailText } from "./mail-parts.tsx";
import { useShownHtml } from "./use-shown-html.ts";

type Mail = Schemas["ShownEmail"];

const VIEWS = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
  { value: "headers", label: "Headers" },
  { value: "source", label: "Source" },
] as const;
type View = (typeof VIEWS)[number]["value"];

const isThere = (mail: Mail, view: View): boolean =>
  (view !== "html" || mail.html !== undefined) && (view !== "source" || mail.source !== undefined);

/** Shows a mail as it is sent, with its envelope above. */
export function MailMessage({ id, mail }: { readonly id: string; readonly mail: Mail }) {
  const views = VIEWS.filter(({ value }) => isThere(mail, value));
  const [chosen, setChosen] = useState<View>("html");
  const view = views.find(({ value }) => value === chosen)?.value ?? "text";
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
      {mail.attachments.length > 0 && <AttachmentList id={id} files={mail.attachments} />}
      <div>
        <SegmentedControl
          aria-label="Show as"
          data={views}
          value={view}
          onChange={(value) => setChosen(VIEWS.find((one) => one.value === value)?.value ?? "html")}
        />
      </div>
      <Body id={id} mail={mail} view={view} />
    </div>
  );
}

function Body({ id, mail, view }: { readonly id: string; readonly mail: Mail; readonly view: View }) {
  const html = useShownHtml(id, mail);
  switch (view) {
    case "html":
      return <MailFrame html={html} title="The message as sent" />;
    case "text":
      return <MailText text={mail.text} />;
    case "headers":
      return (
        <dl className="kv headers">
          {mail.headers.map(({ name, value }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may occur twice
            <MailLine key={place} name={name} text={value} />
          ))}
          {mail.headers.length === 0 && <dd>None can be composed any more.</dd>}
        </dl>
      );
    case "source":
      return (
        <>
          <p className="s t3">
            Composed for this page from the kept content, without the bytes of its files.
            {mail.source_cut && " It is longer than what is shown."}
          </p>
          <MailText text={mail.source ?? ""} />
        </>
      );
  }
}
