import type { ChatContent } from "./chat-content.ts";
import type { RenderedTemplate } from "./templates/rendered-template.ts";

export interface ShownChat {
  readonly channel: "chat";
  readonly to: string;
  readonly message: ChatContent["message"];
  readonly upload?: ChatContent["upload"];
  /** A template that is still known is shown with its values in place. */
  readonly rendered?: RenderedTemplate | undefined;
}
