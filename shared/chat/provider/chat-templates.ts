import {
  CreateWhatsAppMessageTemplateCommand,
  DeleteWhatsAppMessageTemplateCommand,
  GetWhatsAppMessageTemplateCommand,
  ListWhatsAppMessageTemplatesCommand,
} from "@aws-sdk/client-socialmessaging";
import { normaliseRemoteStatus, type TemplateDefinition } from "../domain/templates/chat-template.ts";
import { ChatProviderRefusedError } from "../ports/chat-provider-failures.ts";
import type {
  ChatTemplateProvider,
  RemotePage,
  RemoteTemplate,
  TemplateHome,
} from "../ports/chat-template-provider.ts";
import { answered, answeredIfThere } from "./provider-failure.ts";
import { regionClients } from "./region-clients.ts";
import { categoryOf, fromSummary, fromTemplateJson, unreadable } from "./remote-template.ts";
import { templateDefinitionPayload } from "./template-payload.ts";

/** With these limits, a look-up, a creation and a read together fit into the time that a function of the API has. */
const WRITE = { maxAttempts: 1, requestTimeoutMs: 10_000 };
const READ = { maxAttempts: 2, requestTimeoutMs: 5000 };
const PAGE = 100;
/** The cloud provider takes no larger definition. */
const MAX_DEFINITION_BYTES = 6000;

/** Manages templates at AWS End User Messaging Social. */
export class SocialMessagingTemplates implements ChatTemplateProvider {
  readonly #writes = regionClients(WRITE);
  readonly #reads = regionClients(READ);

  async create({ cloudRegion, businessAccountId: id }: TemplateHome, definition: TemplateDefinition) {
    const bytes = new TextEncoder().encode(JSON.stringify(templateDefinitionPayload(definition)));
    if (bytes.byteLength > MAX_DEFINITION_BYTES) {
      throw new ChatProviderRefusedError(`the whole definition must have at most ${MAX_DEFINITION_BYTES} bytes`);
    }
    const command = new CreateWhatsAppMessageTemplateCommand({ id, templateDefinition: bytes });
    const { metaTemplateId, templateStatus, category } = await answered(this.#writes(cloudRegion).send(command));
    if (!metaTemplateId) throw unreadable();
    return {
      providerTemplateId: metaTemplateId,
      remoteStatus: normaliseRemoteStatus(templateStatus),
      category: categoryOf(category),
    };
  }

  read({ cloudRegion, businessAccountId: id }: TemplateHome, metaTemplateId: string) {
    return this.#get(cloudRegion, { id, metaTemplateId });
  }

  findByName(
    { cloudRegion, businessAccountId: id }: TemplateHome,
    { name, language }: Pick<TemplateDefinition, "name" | "language">,
  ) {
    return this.#get(cloudRegion, { id, templateName: name, templateLanguageCode: language });
  }

  async list({ cloudRegion, businessAccountId: id }: TemplateHome, after?: string): Promise<RemotePage> {
    const command = new ListWhatsAppMessageTemplatesCommand({ id, maxResults: PAGE, nextToken: after });
    const { templates = [], nextToken } = await answered(this.#reads(cloudRegion).send(command));
    return {
      templates: templates.map(fromSummary).filter((template) => template !== undefined),
      next: nextToken || undefined,
    };
  }

  async remove(
    { cloudRegion, businessAccountId: id }: TemplateHome,
    { providerTemplateId, name }: Pick<RemoteTemplate, "providerTemplateId" | "name">,
  ): Promise<void> {
    // The id is needed: with the name alone, the platform would delete every language of the template.
    const command = new DeleteWhatsAppMessageTemplateCommand({
      id,
      metaTemplateId: providerTemplateId,
      templateName: name,
    });
    await answeredIfThere(this.#writes(cloudRegion).send(command));
  }

  async #get(
    region: string,
    input: ConstructorParameters<typeof GetWhatsAppMessageTemplateCommand>[0],
  ): Promise<RemoteTemplate | undefined> {
    const answer = await answeredIfThere(this.#reads(region).send(new GetWhatsAppMessageTemplateCommand(input)));
    return answer && fromTemplateJson(answer.template);
  }
}
