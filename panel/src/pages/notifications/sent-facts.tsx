import { Link } from "wouter";
import type { Schemas } from "../../api/schemas.ts";
import { Fact } from "./fact.tsx";
import type { Described } from "./outcome.ts";
import { sizeText } from "./size-text.ts";

type Mail = Schemas["RequestedEmail"];
type Sent = Described["sent"];

const isMail = (sent: Sent): sent is Mail => "smtp_account_id" in sent;

/**
 * Shows what was sent and to whom; after the retention of the content, the fields that the notification's record still
 * has.
 */
export function SentFacts({ one: { sent, template, channel } }: { readonly one: Described }) {
  const { template_id: id, recipient } = sent;
  const version = isMail(sent) ? sent.template_version : undefined;
  return (
    <>
      <p className="b sub-head">What was sent</p>
      <dl className="kv">
        {isMail(sent) && <Fact name="From">{sent.from_name ? `${sent.from_name} <${sent.from}>` : sent.from}</Fact>}
        <Fact name="To">
          <bdi>{recipient ?? "no longer stored"}</bdi>
        </Fact>
        {isMail(sent) && <MailFacts mail={sent} />}
        {"type" in sent && <Fact name="Kind">{sent.type}</Fact>}
        <Fact name="Template">
          {id && (
            <>
              <Link className="link" to={`/${channel}-templates/${id}`}>
                {template?.name ?? id}
              </Link>
              {version && `, version ${version}`}
            </>
          )}
        </Fact>
      </dl>
    </>
  );
}

const MailFacts = ({ mail: { cc = [], bcc = [], reply_to: replyTo = [], subject, attachments = [] } }: MailProps) => (
  <>
    <Fact name="Cc">{cc.join(", ")}</Fact>
    <Fact name="Bcc">{bcc.join(", ")}</Fact>
    <Fact name="Reply to">{replyTo.join(", ")}</Fact>
    <Fact name="Subject">{subject && <bdi>{subject}</bdi>}</Fact>
    <Fact name="Attachments">
      {attachments.length > 0 &&
        attachments.map(({ filename, content_type: type, size }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
          <div key={place}>
            <bdi>{filename}</bdi> ({type}, {sizeText(size)})
          </div>
        ))}
    </Fact>
  </>
);

interface MailProps {
  readonly mail: Mail;
}
