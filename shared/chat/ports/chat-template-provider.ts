import type { ChatAccount } from "../domain/chat-account.ts";
import type { TemplateCategory, TemplateDefinition } from "../domain/templates/chat-template.ts";

/** Where the provider keeps an account's templates. */
export type TemplateHome = Pick<ChatAccount, "cloudRegion" | "businessAccountId">;

/** A template as the platform has it; status and quality in our spelling, ids always as text. */
export interface RemoteTemplate {
  readonly providerTemplateId: string;
  readonly name: string;
  readonly language: string;
  readonly remoteStatus: string;
  readonly quality: string;
  /** Undefined for a word that we do not know. */
  readonly category?: TemplateCategory | undefined;
  readonly rejectedReason?: string | undefined;
}

export interface RemotePage {
  readonly templates: readonly RemoteTemplate[];
  readonly next?: string | undefined;
}

/** Every method throws ChatProviderRefusedError and ChatProviderUnavailableError. */
export interface ChatTemplateProvider {
  /** Asks once only: a repeat of what was taken already would be refused. */
  create(
    home: TemplateHome,
    definition: TemplateDefinition,
  ): Promise<Pick<RemoteTemplate, "providerTemplateId" | "remoteStatus" | "category">>;
  /** Undefined when the platform does not have it (any more). */
  read(home: TemplateHome, providerTemplateId: string): Promise<RemoteTemplate | undefined>;
  findByName(
    home: TemplateHome,
    place: Pick<TemplateDefinition, "name" | "language">,
  ): Promise<RemoteTemplate | undefined>;
  /** At most 100 a page. */
  list(home: TemplateHome, after?: string): Promise<RemotePage>;
  /** This one language of the name; what is gone already counts as removed. */
  remove(home: TemplateHome, template: Pick<RemoteTemplate, "providerTemplateId" | "name">): Promise<void>;
}
