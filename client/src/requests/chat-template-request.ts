import type { operations } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";

type Template = operations["createChatTemplate"]["requestBody"]["content"]["application/json"];
type Header = NonNullable<Template["header"]>;
type Button = NonNullable<Template["buttons"]>[number];

/** A text above the body. */
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
  /** The button answers with its own text. */
  readonly type: "quick_reply";
}

export interface CallButton extends Fields<Button, "text">, Needed<Button, "phone">, Without<"url" | "example"> {
  /** The button calls `phone`. */
  readonly type: "call";
}

export interface StaticUrlButton extends Fields<Button, "text">, Needed<Button, "url">, Without<"phone" | "example"> {
  /** The button opens `url`. */
  readonly type: "static_url";
}

export interface DynamicUrlButton extends Fields<Button, "text">, Needed<Button, "url" | "example">, Without<"phone"> {
  /** The button opens `url`, which ends with the variable `{{1}}`. */
  readonly type: "dynamic_url";
}

export type TemplateButton = QuickReplyButton | CallButton | StaticUrlButton | DynamicUrlButton;

/** Submits a chat template for review; `type` decides which form its header and each button have. */
export interface ChatTemplateRequest
  extends Fields<Template, "name" | "language" | "category" | "body" | "footer" | "chat_account_id"> {
  /** The header stands above the body. */
  readonly header?: TextHeader | MediaHeader;
  /** A template has at most 3 buttons. */
  readonly buttons?: readonly TemplateButton[];
}
