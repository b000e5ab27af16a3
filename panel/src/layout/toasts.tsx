import { Notifications } from "@mantine/notifications";

const MOST_AT_ONCE = 3;

export const Toasts = () => <Notifications position="bottom-right" limit={MOST_AT_ONCE} />;
