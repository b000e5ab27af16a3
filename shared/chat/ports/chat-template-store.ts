import type { Owner } from "../../kernel/owner.ts";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";

/** The platform reports a change of a template; an undefined property stays as it is. */
export interface RemoteChange {
  readonly remoteStatus?: string | undefined;
  readonly quality?: string | undefined;
  readonly category?: ChatTemplate["definition"]["category"] | undefined;
  /** An empty text removes the reason. */
  readonly rejectedReason?: string | undefined;
  readonly isDisabled?: true | undefined;
}

/** The platform identifies a template by its account, name and language. */
export interface TemplatePlace {
  readonly chatAccountId: string;
  readonly name: string;
  readonly language: string;
}

/** A template that the provider was asked to create and that is not stored here yet (D34). */
export interface UnfinishedCreation extends TemplatePlace {
  readonly owner: Owner;
  /** The fingerprint identifies the definition, so that a repeated request can continue what the first one left. */
  readonly fingerprint: string;
  readonly startedAtMs: number;
}

export interface ChatTemplateStore {
  /** Lists, oldest first, every template that was not deleted, and deleted ones among the newest 1000. */
  list(owner: Owner): Promise<readonly ChatTemplate[]>;
  get(owner: Owner, id: string): Promise<ChatTemplate | undefined>;
  /** Stores the template and ends its creation in one transaction. Writes nothing when it exists already (`taken`) or there is no room (`full`). */
  add(template: ChatTemplate): Promise<"added" | "taken" | "full">;
  /** Says whether the owner has room for one more template of this size now. */
  hasRoomFor(owner: Owner, template: Pick<ChatTemplate, "definition" | "parameters">): Promise<boolean>;
  /** Returns undefined when the template is gone. */
  change(owner: Owner, id: string, change: RemoteChange, atMs: number): Promise<ChatTemplate | undefined>;
  /** Events and reconciliation find a template by the platform's id, which is text because it may be beyond 2^53. */
  findByProviderId(providerTemplateId: string): Promise<ChatTemplate | undefined>;
  /** Lets another template have the platform's id of a deleted one. Returns false when a template that was not deleted has the id. */
  freeProviderId(providerTemplateId: string): Promise<boolean>;

  /** Notes a creation before the provider is asked. Of two creations with the same place, the later one stays noted. */
  begin(creation: UnfinishedCreation): Promise<void>;
  /** Forgets a creation that the provider does not have, or no longer has. */
  abandon(place: TemplatePlace): Promise<void>;
  findUnfinished(place: TemplatePlace): Promise<UnfinishedCreation | undefined>;
  /** Lists at most 100 unfinished creations. */
  listUnfinished(chatAccountId: string): Promise<readonly UnfinishedCreation[]>;
}
