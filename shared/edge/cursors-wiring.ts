import { config } from "../kernel/config.ts";
import { HmacCursors } from "../kernel/hmac-cursors.ts";

/** For the functions that hand out cursors: the others have no key. */
export function cursors(): HmacCursors {
  const { CURSOR_KEY } = config();
  if (CURSOR_KEY === undefined) throw new Error("CURSOR_KEY must be set");
  return new HmacCursors(CURSOR_KEY);
}
