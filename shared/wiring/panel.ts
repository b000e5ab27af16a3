import { basics } from "./basics.ts";
import { apiKeys } from "./frame.ts";
import { once } from "./once.ts";
import { notifications } from "./tables.ts";

export const panelServices = once(() => ({ ...basics(), apiKeys: apiKeys(), notifications: notifications() }));
