import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";

export const fallbackServices = once(() => ({ originSecrets: config().ORIGIN_SECRETS }));
