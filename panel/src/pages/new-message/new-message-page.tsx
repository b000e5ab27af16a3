import { SegmentedControl } from "@mantine/core";
import { Suspense } from "react";
import { useLocation } from "wouter";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { part } from "../../components/part.tsx";
import { MailForm } from "./mail-form.tsx";

const ChatForm = part(async () => (await import("./chat-form.tsx")).ChatForm);

const CHANNELS = [
  { value: "/notifications/new", label: "Email" },
  { value: "/conversations/new", label: "WhatsApp" },
] as const;

/** Writes one mail, or the first message to a telephone. Each has an address of its own, so that unsent text is not lost without a question. */
export function NewMessagePage() {
  const [path, navigate] = useLocation();
  const isChat = path.startsWith("/conversations");
  const back = isChat
    ? { to: "/conversations", label: "Conversations" }
    : { to: "/notifications", label: "Notifications" };
  return (
    <Page title="New message" back={back}>
      <div>
        <SegmentedControl aria-label="Channel" data={[...CHANNELS]} value={path} onChange={(to) => navigate(to)} />
      </div>
      {isChat ? (
        <Suspense fallback={<Loading what="the form" />}>
          <ChatForm />
        </Suspense>
      ) : (
        <MailForm />
      )}
    </Page>
  );
}
