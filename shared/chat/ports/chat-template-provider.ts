import type { ChatAccount } from "../domain/chat-account.ts";
import type { TemplateCategory, TemplateDefinition } from "../domain/templates/chat-template.ts";

/** The provider keeps an account's templates in this region, under this business account. */
export type TemplateHome = Pick<ChatAccount, "cloudRegion" | "businessAccountId">;

/** A template as the platform has it, with status and quality in our spelling, and ids always as text. */
export interface RemoteTemplate {
  readonly providerTemplateId: string;
  readonly name: string;
  readonly language: string;
  readonly remoteStatus: string;
  readonly quality: string;
  /** `category` is undefined for a category that is not known here. */
  readonly category?: TemplateCategory | undefined;
  readonly rejectedReason?: string | undefined;
}

export interface RemotePage {
  readonly templates: readonly RemoteTemplate[];
  readonly next?: string | undefined;
}

/** Every method throws ChatProviderRefusedError and ChatProviderUnavailableError. */
export interface ChatTemplateProvider {
  /** Makes the request only once, because a repeat would be refused if the first request had succeeded. */
  create(
    home: TemplateHome,
    definition: TemplateDefinition,
  ): Promise<Pick<RemoteTemplate, "providerTemplateId" | "remoteStatus" | "category">>;
  /** Returns undefined when the platform does not have the template (any more). */
  read(home: TemplateHome, providerTemplateId: string): Promise<RemoteTemplate | undefined>;
  findByName(
    home: TemplateHome,
    place: Pick<TemplateDefinition, "name" | "language">,
  ): Promise<RemoteTemplate | undefined>;
  /** A page has at most 100 templates. */
  list(home: TemplateHome, after?: string): Promise<RemotePage>;
  /** Removes only this language of the name; a template that is gone already counts as removed. */
  remove(home: TemplateHome, template: Pick<RemoteTemplate, "providerTemplateId" | "name">): Promise<void>;
}
