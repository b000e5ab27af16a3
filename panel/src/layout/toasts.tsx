import { Notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";

const MOST_AT_ONCE = 3;

export const Toasts = () => <Notifications position="bottom-right" limit={MOST_AT_ONCE} />;
