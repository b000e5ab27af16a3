import type { operations } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";

type Template = operations["createChatTemplate"]["requestBody"]["content"]["application/json"];
type Header = NonNullable<Template["header"]>;
type Button = NonNullable<Template["buttons"]>[number];

/** Words above the body. */
export interface TextHeader extends Needed<Header, "text">, Fields<Header, "example">, Without<"media_handle"> {
  /** The header is text. */
  readonly type: "text";
}

/** A file above the body. */
export interface MediaHeader extends Needed<Header, "media_handle">, Without<"text" | "example"> {
  /** The kind of file. */
  readonly type: "image" | "video" | "document";
}

export interface QuickReplyButton extends Fields<Button, "text">, Without<"phone" | "url" | "example"> {
  /** Answers with its own text. */
  readonly type: "quick_reply";
}

export interface CallButton extends Fields<Button, "text">, Needed<Button, "phone">, Without<"url" | "example"> {
  /** Calls `phone`. */
  readonly type: "call";
}

export interface StaticUrlButton extends Fields<Button, "text">, Needed<Button, "url">, Without<"phone" | "example"> {
  /** Opens `url`. */
  readonly type: "static_url";
}

export interface DynamicUrlButton extends Fields<Button, "text">, Needed<Button, "url" | "example">, Without<"phone"> {
  /** Opens `url`, which ends with the variable `{{1}}`. */
  readonly type: "dynamic_url";
}

export type TemplateButton = QuickReplyButton | CallButton | StaticUrlButton | DynamicUrlButton;

/** A chat template for review; its header and its buttons are told apart by `type`. */
export interface ChatTemplateRequest
  extends Fields<Template, "name" | "language" | "category" | "body" | "footer" | "chat_account_id"> {
  /** Above the body. */
  readonly header?: TextHeader | MediaHeader;
  /** At most 3. */
  readonly buttons?: readonly TemplateButton[];
}
