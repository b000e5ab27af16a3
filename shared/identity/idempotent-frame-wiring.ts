import type { Frame } from "../edge/frame.ts";
import { once } from "../kernel/once.ts";
import { idempotency } from "../keys/frame-wiring.ts";
import { accessTokenFrame } from "./frame-wiring.ts";

/** The frame of routes that take access tokens and an idempotency key. */
export const idempotentTokenFrame = once((): Frame => ({ ...accessTokenFrame(), idempotency: idempotency() }));
