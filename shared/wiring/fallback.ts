import { config } from "./config.ts";
import { once } from "./once.ts";

export const fallbackServices = once(() => ({ originSecrets: config().ORIGIN_SECRETS }));
