import { Link } from "wouter";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import { TemplateText } from "../conversations/template-text.tsx";
import { SheetHead } from "./sheet-head.tsx";
import type { TelephoneMessage } from "./telephone.ts";
import { useCustomers, useTelephone } from "./use-telephone.ts";
import { WriteAs } from "./write-as.tsx";

interface OpenedTelephoneProps {
  readonly phone: string;
  readonly onClose: () => void;
}

/** Shows the telephone of a customer of test mode, from the customer's side. */
export function OpenedTelephone({ phone, onClose }: OpenedTelephoneProps) {
  const conversation = useCustomers().data?.find(({ customer_phone: of }) => of === phone);
  const telephone = useTelephone(phone, conversation?.id);
  return (
    <section className="sheet" aria-label={`The telephone of ${phone}`}>
      <SheetHead
        title={phone}
        actions={
          conversation && (
            <Link className="link" to={`/conversations/${conversation.id}`}>
              The conversation
            </Link>
          )
        }
        onClose={onClose}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="thread" tabIndex={0}>
        <div>
          <QueryView query={telephone} what="the telephone">
            {(messages) =>
              messages.length > 0 ? (
                <ol aria-label="Messages">
                  {messages.map((message) => (
                    <Bubble key={message.id} message={message} />
                  ))}
                </ol>
              ) : (
                <p className="t2">Nothing came to this number yet. Write as the customer below.</p>
              )
            }
          </QueryView>
        </div>
      </div>
      <WriteAs phone={phone} />
    </section>
  );
}

/** The customer's own words stand on the right, as on the customer's telephone. */
const Bubble = ({
  message: { at, isOwn, text, rendered, raw, notificationId },
}: {
  readonly message: TelephoneMessage;
}) => (
  <li className={isOwn ? "msg out first" : "msg first"}>
    <span className="vh">{isOwn ? "The customer:" : "You:"}</span>
    {rendered ? (
      <TemplateText {...rendered} />
    ) : (
      <p className="words" dir="auto">
        {text}
      </p>
    )}
    <span className="meta">
      <Time at={at} />
    </span>
    {raw && (
      <details className="s">
        <summary className="t2">As the provider gets it</summary>
        <pre className="code wrap">{JSON.stringify(raw, undefined, 2)}</pre>
        {notificationId !== undefined && (
          <Link className="link" to={`/notifications/${notificationId}`}>
            The notification
          </Link>
        )}
      </details>
    )}
  </li>
);
