import type { Owner } from "../../../kernel/owner.ts";
export const TEMPLATE_CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

export const HEADER_TYPES = ["text", "image", "video", "document"] as const;
export type HeaderType = (typeof HEADER_TYPES)[number];

export const BUTTON_TYPES = ["quick_reply", "call", "static_url", "dynamic_url"] as const;
export type ButtonType = (typeof BUTTON_TYPES)[number];

export interface TemplateHeader {
  readonly type: HeaderType;
  readonly text?: string | undefined;
  readonly example?: string | undefined;
  /** The handle of the header's file that was uploaded for the review. */
  readonly mediaHandle?: string | undefined;
}

export interface TemplateBody {
  readonly text: string;
  readonly examples?: readonly string[] | undefined;
}

export interface TemplateButton {
  readonly type: ButtonType;
  readonly text: string;
  readonly phone?: string | undefined;
  readonly url?: string | undefined;
  readonly example?: string | undefined;
}

/** A template as a caller writes it (D33). */
export interface TemplateDefinition {
  readonly name: string;
  readonly language: string;
  readonly category: TemplateCategory;
  readonly header?: TemplateHeader | undefined;
  readonly body: TemplateBody;
  readonly footer?: { readonly text: string } | undefined;
  readonly buttons?: readonly TemplateButton[] | undefined;
}

/** A send must bring a value for each parameter. */
export interface TemplateParameter {
  readonly component: "header" | "body" | "button";
  /** The position is the number of the variable, or the visual place of a button, from 1. */
  readonly position: number;
  readonly name: string;
  readonly type: "text" | "image" | "video" | "document";
  readonly required: boolean;
}

export interface ChatTemplate {
  readonly id: string;
  readonly owner: Owner;
  readonly chatAccountId: string;
  readonly definition: TemplateDefinition;
  readonly parameters: readonly TemplateParameter[];
  readonly providerTemplateId: string;
  readonly remoteStatus: string;
  readonly quality: string;
  readonly rejectedReason?: string | undefined;
  readonly isDisabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The platform's reason for a rejection is cut after this many characters. */
export const MAX_REASON_CHARACTERS = 200;

const SENDABLE = new Set(["APPROVED", "ACTIVE"]);

export const canSend = ({ remoteStatus, isDisabled }: Pick<ChatTemplate, "remoteStatus" | "isDisabled">): boolean =>
  !isDisabled && SENDABLE.has(remoteStatus);

/** Writes a status in upper case with underscores. The platform's console adds the quality after a dash ("Active - Quality pending"). */
export function normaliseRemoteStatus(status: string | undefined): string {
  const word =
    (status ?? "")
      .split(" - ")[0]
      ?.trim()
      .toUpperCase()
      .replace(/[\s-]+/g, "_") ?? "";
  return word === "" ? "UNKNOWN" : word.slice(0, 40);
}

/** These events name no status, so the template has to be read again. */
const NOT_A_STATUS = new Set(["REINSTATED", "UNARCHIVED", "FLAGGED", "UNKNOWN"]);

/** Reads the status from an event; undefined when the provider must be asked. */
export function statusFromTemplateEvent(event: string): string | undefined {
  const status = normaliseRemoteStatus(event);
  return NOT_A_STATUS.has(status) ? undefined : status;
}

const QUALITIES = new Set(["GREEN", "YELLOW", "RED"]);

export function normaliseQuality(quality: string | undefined): string {
  const word = (quality ?? "").trim().toUpperCase();
  return QUALITIES.has(word) ? word : "UNKNOWN";
}

/** A rule returns a problem of the definition, which names the field; undefined when the definition follows the rule. */
export type DefinitionCheck = (definition: TemplateDefinition) => string | undefined;
