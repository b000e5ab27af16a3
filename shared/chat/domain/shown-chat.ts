import type { ChatContent } from "./chat-content.ts";
import type { RenderedTemplate } from "./templates/rendered-template.ts";

export interface ShownChat {
  readonly channel: "chat";
  readonly to: string;
  readonly message: ChatContent["message"];
  readonly upload?: ChatContent["upload"];
  /** Of a template, when it is still known: with its values in place. */
  readonly rendered?: RenderedTemplate | undefined;
}
