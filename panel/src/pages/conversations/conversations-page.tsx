import { Page } from "../../components/page.tsx";
import { Inbox } from "./inbox.tsx";

export const ConversationsPage = () => (
  <Page
    title="Conversations"
    intro="What customers wrote, newest first. Within 24 hours of their last message you may answer freely."
  >
    <Inbox />
  </Page>
);
