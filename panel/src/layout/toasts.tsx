import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";

const MOST_AT_ONCE = 3;

/** Toasts have a place of their own in the frame, so that they cover neither content nor buttons. */
export function Toasts() {
  // A toast of one mode is not shown in the other.
  useEffect(() => () => notifications.clean(), []);
  return (
    <div className="toasts">
      <Notifications position="bottom-left" withinPortal={false} limit={MOST_AT_ONCE} />
    </div>
  );
}
