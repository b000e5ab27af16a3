import { Tabs } from "@mantine/core";
import { Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Loading } from "../../components/loading.tsx";
import { part } from "../../components/part.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Status } from "../../components/status.tsx";
import { useToast } from "../../components/toast.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { NotificationActions } from "./notification-actions.tsx";
import { type Described, isOver, type Listed, outcomeOf, waitsForRetry } from "./outcome.ts";
import { RequestTab } from "./request-tab.tsx";
import { SheetTitle } from "./sheet-title.tsx";
import { TimelineTab } from "./timeline-tab.tsx";
import { useNotification } from "./use-notification.ts";
import "@mantine/core/styles/Tabs.layer.css";
import { useNow } from "../../session/use-now.ts";

const MessageTab = part(async () => (await import("./message-tab.tsx")).MessageTab);

interface SheetProps {
  readonly id: string;
  /** The row of the list, shown until the notification itself is loaded. */
  readonly known: Listed | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Shows one notification beside the list: its events, their reasons, its content and the possible actions. */
export function NotificationSheet({ id, known, onNext, onPrevious, onClose }: SheetProps) {
  const [tab, setTab] = useState<string>("timeline");
  const { one, timeline } = useNotification(id);
  const shown = one.data ?? known;
  const toast = useToast();
  useKeys({ c: () => void navigator.clipboard.writeText(id).then(() => toast("The id is copied")) });
  return (
    <section className="sheet" aria-label="Notification">
      <header className="bar">
        <span role="status">{shown && <Outcome of={shown} />}</span>
        <span className="grow" />
        <Button icon="up" aria-label="Previous (K)" disabled={!onPrevious} onClick={onPrevious} />
        <Button icon="down" aria-label="Next (J)" disabled={!onNext} onClick={onNext} />
        <Button icon="close" aria-label="Close (Esc)" onClick={onClose} />
      </header>
      {one.isError && !one.data && (
        <Problem title="Could not load the notification" error={one.error} onRetry={() => void one.refetch()} />
      )}
      <SheetTitle key={id} shown={shown} />
      {one.data && (
        <NotificationActions key={`${id} opened`} one={one.data}>
          {(ask) => (
            <Tabs value={tab} onChange={(next) => setTab(next ?? "timeline")} keepMounted={false} className="fill">
              <Tabs.List px={20}>
                <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
                <Tabs.Tab value="message">Message</Tabs.Tab>
                <Tabs.Tab value="request">Request</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="timeline" className="body sheet-body" tabIndex={0}>
                <QueryView query={timeline} what="the timeline">
                  {(data) => <TimelineTab one={one.data} timeline={data} onOtherAddress={ask} />}
                </QueryView>
              </Tabs.Panel>
              <Tabs.Panel value="message" className="body sheet-body" tabIndex={0}>
                <Suspense fallback={<Loading what="the message" />}>
                  <MessageTab one={one.data} />
                </Suspense>
              </Tabs.Panel>
              <Tabs.Panel value="request" className="body sheet-body" tabIndex={0}>
                <RequestTab one={one.data} />
              </Tabs.Panel>
            </Tabs>
          )}
        </NotificationActions>
      )}
      <SheetFoot id={id} one={one.data} />
    </section>
  );
}

const Outcome = ({ of }: { readonly of: Listed }) => {
  const { label, tone } = outcomeOf(of, useNow());
  return <Status tone={tone}>{label}</Status>;
};

/** Lists only the keys that have an effect on this notification. */
const SheetFoot = ({ id, one }: { readonly id: string; readonly one: Described | undefined }) => (
  <footer className="row line-top s t3 desk sheet-foot">
    <kbd className="kbd">J</kbd> <kbd className="kbd">K</kbd> next, previous
    {one && waitsForRetry(one) && (
      <>
        {" "}
        <kbd className="kbd">R</kbd> retry now
      </>
    )}
    {one && isOver(one) && one.content_kept && (
      <>
        {" "}
        <kbd className="kbd">S</kbd> send again
      </>
    )}
    <span className="grow" />
    <span className="mono cut" title={id}>
      {id}
    </span>
  </footer>
);
