import { once } from "../kernel/once.ts";
import type { EmailAttachment } from "./domain/attachment.ts";
import { emailExpander } from "./email-channel.ts";
import { sendingAccounts } from "./wiring.ts";

/** The library that knows media types is loaded for the first file without one, because most files have theirs. */
const mediaTypeOf = async (file: EmailAttachment): Promise<string> => {
  const types = await import("./smtp/media-type.ts");
  return types.mediaTypeOf(file);
};

export const expandedEmails = /* @__PURE__ */ once(() =>
  emailExpander({ sendingAccounts: sendingAccounts(), mediaTypeOf }),
);
