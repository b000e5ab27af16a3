import type { Owner } from "../../kernel/owner.ts";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";

/** A change that the platform reports of a template; a property that is undefined stays as it is. */
export interface RemoteChange {
  readonly remoteStatus?: string | undefined;
  readonly quality?: string | undefined;
  readonly category?: ChatTemplate["definition"]["category"] | undefined;
  /** The empty text takes the reason away. */
  readonly rejectedReason?: string | undefined;
  readonly isDisabled?: true | undefined;
}

/** The platform knows a template by these three. */
export interface TemplatePlace {
  readonly chatAccountId: string;
  readonly name: string;
  readonly language: string;
}

/** A creation that was asked of the provider and has not been written down as a template (D34). */
export interface UnfinishedCreation extends TemplatePlace {
  readonly owner: Owner;
  /** Of the definition: the same request made again may take up what the first one left. */
  readonly fingerprint: string;
  readonly startedAtMs: number;
}

export interface ChatTemplateStore {
  /** Oldest first: every template that was not deleted, and those that were among the newest 1000. */
  list(owner: Owner): Promise<readonly ChatTemplate[]>;
  get(owner: Owner, id: string): Promise<ChatTemplate | undefined>;
  /**
   * Template, the pointer by which events find it, and the end of its unfinished creation, in one transaction. Nothing is written when the
   * platform's template is another one's already (`taken`), or when there is no room for it, whatever is added at once (`full`).
   */
  add(template: ChatTemplate): Promise<"added" | "taken" | "full">;
  /** Whether the owner may have one more of this size at this moment. */
  hasRoomFor(owner: Owner, template: Pick<ChatTemplate, "definition" | "parameters">): Promise<boolean>;
  /** Undefined when the template is gone. */
  change(owner: Owner, id: string, change: RemoteChange, atMs: number): Promise<ChatTemplate | undefined>;
  /** Routing of events and of reconciliation: by the platform's id of the template (text: it may be beyond 2^53). */
  findByProviderId(providerTemplateId: string): Promise<ChatTemplate | undefined>;

  /** Before the provider is asked. Of two at once, the later is remembered. */
  begin(creation: UnfinishedCreation): Promise<void>;
  /** When nothing was, or is any longer, at the provider. */
  abandon(place: TemplatePlace): Promise<void>;
  findUnfinished(place: TemplatePlace): Promise<UnfinishedCreation | undefined>;
  /** At most 100. */
  listUnfinished(chatAccountId: string): Promise<readonly UnfinishedCreation[]>;
}
