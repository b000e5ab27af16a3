import type { Identifiers } from "../../kernel/identifiers.ts";
import type { TemplateDefinition } from "../domain/templates/chat-template.ts";
import type {
  ChatTemplateProvider,
  RemotePage,
  RemoteTemplate,
  TemplateHome,
} from "../ports/chat-template-provider.ts";

const APPROVED = { remoteStatus: "APPROVED", quality: "UNKNOWN" } as const;

/**
 * Approves the templates of test mode at once. The sandbox keeps none of them, because nothing but the owner's own record is ever
 * asked for: a template that was not deleted is there, and nobody reviews it again.
 */
export class SandboxTemplates implements ChatTemplateProvider {
  readonly #identifiers: Pick<Identifiers, "newId">;

  constructor(identifiers: Pick<Identifiers, "newId">) {
    this.#identifiers = identifiers;
  }

  async create(_home: TemplateHome, { category }: TemplateDefinition) {
    // The platform's ids are digits, so that none of its events names a template of test mode.
    return {
      providerTemplateId: `sandbox-${this.#identifiers.newId()}`,
      remoteStatus: APPROVED.remoteStatus,
      category,
    };
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
