import { type DragEvent, Suspense, useEffect, useRef } from "react";
import { part } from "../../components/part.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Composer } from "./composer.tsx";
import { Details } from "./details.tsx";
import { type Conversation, customerTitle } from "./message-text.ts";
import { Thread } from "./thread.tsx";
import { ThreadHeader } from "./thread-header.tsx";
import { useAttachment } from "./use-attachment.ts";
import { useConversation, useMarks } from "./use-conversations.ts";
import { type History, useHistory } from "./use-history.ts";
import { useOutbox } from "./use-outbox.ts";

const TemplatePicker = part(async () => (await import("./template-picker.tsx")).TemplatePicker);

/** Shows a conversation, with the known details of the customer beside it. */
export function OpenedConversation({ id }: { readonly id: string }) {
  const query = useConversation(id);
  if (query.data !== undefined) return <Opened conversation={query.data} />;
  return (
    <div className="pad-row">
      <QueryView query={query} what="the conversation">
        {() => null}
      </QueryView>
    </div>
  );
}

function Opened({ conversation }: { readonly conversation: Conversation }) {
  const { id } = conversation;
  const history = useHistory(id);
  const outbox = useOutbox(id, history.messages);
  const attachment = useAttachment(id);
  const end = useRef<() => void>(undefined);
  useReadMark(conversation, history);
  const { window_open: isWindowOpen } = history.newest.data ?? conversation;
  const send: typeof outbox.send = (body, text) => {
    outbox.send(body, text);
    end.current?.();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && isWindowOpen) attachment.attach(file);
  };
  const name = customerTitle(conversation);
  return (
    <>
      <section
        className="talk"
        aria-label={`Conversation with ${name}`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <ThreadHeader conversation={conversation} history={history} />
        <Thread conversation={conversation} history={history} outbox={outbox} end={end} />
        {isWindowOpen ? (
          <Composer {...{ conversation, attachment }} onSend={send} />
        ) : (
          <Suspense>
            <TemplatePicker conversation={conversation} onSend={send} />
          </Suspense>
        )}
      </section>
      <section className="details" aria-label={`About ${name}`}>
        <header className="bar">
          <h2>Customer</h2>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <div className="body" tabIndex={0}>
          <Details conversation={conversation} messages={history.messages} />
        </div>
      </section>
    </>
  );
}

/** With growing delays, these retries last about a quarter of an hour. */
const MARK_RETRIES = 30;

/** Marks messages as read when they are shown in a visible window. Failures are retried silently. */
function useReadMark({ id, unread }: Conversation, { messages }: History): void {
  const { mutate } = useMarks(id, MARK_RETRIES);
  const newest = messages.at(-1)?.id;
  const marked = useRef("");
  useEffect(() => {
    const mark = () => {
      if (newest === undefined || unread === 0 || marked.current === newest || document.hidden) return;
      marked.current = newest;
      mutate({ read_up_to: newest });
    };
    mark();
    addEventListener("visibilitychange", mark);
    return () => removeEventListener("visibilitychange", mark);
  }, [newest, unread, mutate]);
}
