import type { Frame } from "../http/frame.ts";
import { accessTokenFrame } from "./access-token-frame.ts";
import { idempotency } from "./frame.ts";
import { once } from "./once.ts";

/** The frame of routes that take access tokens and an idempotency key. */
export const idempotentTokenFrame = once((): Frame => ({ ...accessTokenFrame(), idempotency: idempotency() }));
