import { Notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";

const MOST_AT_ONCE = 3;

/** Toasts have a place of their own in the frame, so that they cover neither content nor buttons. */
export const Toasts = () => (
  <div className="toasts">
    <Notifications position="bottom-left" withinPortal={false} limit={MOST_AT_ONCE} />
  </div>
);
