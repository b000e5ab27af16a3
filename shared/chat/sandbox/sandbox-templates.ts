import type { Identifiers } from "../../kernel/identifiers.ts";
import type { TemplateDefinition } from "../domain/templates/chat-template.ts";
import { ChatProviderRefusedError } from "../ports/chat-provider-failures.ts";
import type {
  ChatTemplateProvider,
  RemotePage,
  RemoteTemplate,
  TemplateHome,
} from "../ports/chat-template-provider.ts";
import type { ChatTemplateStore } from "../ports/chat-template-store.ts";

const APPROVED = { remoteStatus: "APPROVED", quality: "UNKNOWN" } as const;

/**
 * Approves the templates of test mode at once. The sandbox keeps none of them, because nothing but the owner's own record is ever
 * asked for: a template that was not deleted is there, and nobody reviews it again.
 */
export class SandboxTemplates implements ChatTemplateProvider {
  readonly #identifiers: Pick<Identifiers, "hash">;
  readonly #chatTemplates: Pick<ChatTemplateStore, "freeProviderId">;

  constructor(identifiers: Pick<Identifiers, "hash">, chatTemplates: Pick<ChatTemplateStore, "freeProviderId">) {
    this.#identifiers = identifiers;
    this.#chatTemplates = chatTemplates;
  }

  /** Refuses a second template of one name and language in the platform's words. Of two at the same moment, the store adds one. */
  async create({ businessAccountId }: TemplateHome, { name, language, category }: TemplateDefinition) {
    // The platform's ids are digits, so that none of its events names a template of test mode.
    const providerTemplateId = `sandbox-${this.#identifiers.hash(JSON.stringify([businessAccountId, name, language]))}`;
    if (!(await this.#chatTemplates.freeProviderId(providerTemplateId)))
      throw new ChatProviderRefusedError(
        `Content in This Language Already Exists (2388024): there is already ${language} content for this template`,
      );
    return { providerTemplateId, remoteStatus: APPROVED.remoteStatus, category };
  }

  async read(_home: TemplateHome, providerTemplateId: string): Promise<RemoteTemplate> {
    return { providerTemplateId, name: "", language: "", ...APPROVED };
  }

  async findByName(): Promise<undefined> {
    return undefined;
  }

  async list(): Promise<RemotePage> {
    return { templates: [] };
  }

  async remove(): Promise<void> {}
}
