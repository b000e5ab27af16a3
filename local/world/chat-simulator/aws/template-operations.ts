import * as z from "zod";
import {
  definitionRefusal,
  edgeRefusal,
  type TemplateDefinition,
  templateComponents,
  templateDefinition,
} from "../rules/template-definition.ts";
import type { Simulator } from "../simulator.ts";
import type { StoredTemplate } from "../template-store.ts";
import { businessAccount } from "./account-operations.ts";
import { invalid, notFound } from "./aws-error.ts";
import {
  blob,
  businessAccountId,
  maxResults,
  metaTemplateId,
  nextToken,
  parseInput,
  templateLanguage,
  templateName,
} from "./fields.ts";
import { jsonObject } from "./send-operation.ts";

const MAX_DEFINITION_BYTES = 6000;
const MAX_COMPONENTS_BYTES = 3000;

const createInput = z.object({ id: businessAccountId, templateDefinition: blob(MAX_DEFINITION_BYTES) });

export function createWhatsAppMessageTemplate(simulator: Simulator, input: unknown) {
  const { id, templateDefinition: bytes } = parseInput(createInput, input);
  const { waba } = businessAccount(simulator, id);
  const definition = accepted(templateDefinition, jsonObject(bytes));
  const refusal = refusalOf(simulator, definition);
  if (refusal) throw invalid(refusal);
  const template = simulator.templates.add(waba, definition, Date.now() + simulator.reviewMs);
  if (!template) {
    throw invalid(
      `Content in This Language Already Exists (2388024): there is already ${definition.language} content for this template`,
    );
  }
  simulator.onReviewPlanned();
  simulator.changes.announce();
  return { metaTemplateId: template.id, templateStatus: template.status, category: template.category };
}

function refusalOf({ behaviour }: Simulator, definition: TemplateDefinition): string | undefined {
  return definitionRefusal(definition) ?? (behaviour.current.strict_templates ? edgeRefusal(definition) : undefined);
}

/** Parses a definition. Throws AwsError with the provider's text if it is invalid. */
function accepted<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`Invalid parameter (100): ${issue?.path.join(".") || "template"}: ${issue?.message ?? "invalid"}`);
}

const choice = {
  id: businessAccountId,
  metaTemplateId: metaTemplateId.optional(),
  templateName: templateName.optional(),
  templateLanguageCode: templateLanguage.optional(),
};
const getInput = z.object(choice);

export function getWhatsAppMessageTemplate(simulator: Simulator, input: unknown): { template: string } {
  return { template: JSON.stringify(remoteView(chosen(simulator, parseInput(getInput, input)))) };
}

function chosen(simulator: Simulator, asked: z.output<typeof getInput>): StoredTemplate {
  const { waba } = businessAccount(simulator, asked.id);
  const { metaTemplateId: id, templateName: name, templateLanguageCode: language } = asked;
  if (id === undefined && (name === undefined || language === undefined)) {
    throw invalid("Either metaTemplateId, or templateName and templateLanguageCode, must be given");
  }
  const template =
    id === undefined ? simulator.templates.byName(waba, name ?? "", language ?? "") : simulator.templates.byId(id);
  if (template?.waba !== waba) throw notFound("The message template was not found");
  return template;
}

/** Shows a template as Meta returns it: handles become addresses, and the OTP button becomes a URL button (W3.3). */
function remoteView({ id, name, language, status, category, quality, definition }: StoredTemplate) {
  const components = definition.components.map((component) => {
    if (component.type === "HEADER" && component.example?.header_handle) {
      return { ...component, example: { header_handle: [`https://scontent.whatsapp.net/v/${id}`] } };
    }
    if (component.type !== "BUTTONS") return component;
    const buttons = component.buttons.map((button) =>
      button.type === "OTP"
        ? {
            type: "URL",
            text: button.text ?? "Copy code",
            url: `https://www.whatsapp.com/otp/code/?otp_type=${button.otp_type}&code=otp{{1}}`,
          }
        : button,
    );
    return { ...component, buttons };
  });
  const parameter_format = definition.parameter_format.toUpperCase();
  return { id, name, language, status, category, parameter_format, components, quality_score: { score: quality } };
}

const listInput = z.object({ id: businessAccountId, nextToken, maxResults });

export function listWhatsAppMessageTemplates(simulator: Simulator, input: unknown) {
  const { id, nextToken: token, maxResults: limit } = parseInput(listInput, input);
  const { waba } = businessAccount(simulator, id);
  const afterSeq = token === undefined ? 0 : Number(Buffer.from(token, "base64url").toString());
  if (!Number.isSafeInteger(afterSeq)) throw invalid("nextToken is not valid");
  const found = simulator.templates.list(waba, { afterSeq, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    templates: page.map((template) => ({
      templateName: template.name,
      metaTemplateId: template.id,
      templateStatus: template.status,
      templateQualityScore: template.quality,
      templateLanguage: template.language,
      templateCategory: template.category,
    })),
    ...(found.length > limit && last && { nextToken: Buffer.from(String(last.seq)).toString("base64url") }),
  };
}

const updateInput = z.object({
  ...choice,
  templateCategory: z.string().max(100).optional(),
  templateComponents: blob(MAX_COMPONENTS_BYTES).optional(),
  parameterFormat: z.string().optional(),
  ctaUrlLinkTrackingOptedOut: z.boolean().optional(),
});

/** Changes a template, which is then reviewed again. One that is in review cannot be changed (2388039). */
export function updateWhatsAppMessageTemplate(simulator: Simulator, input: unknown): Record<string, never> {
  const asked = parseInput(updateInput, input);
  const template = chosen(simulator, asked);
  if (template.status === "PENDING") throw invalid("Template in review cannot be edited (2388039)");
  const definition = changedDefinition(template.definition, asked);
  const refusal = refusalOf(simulator, definition);
  if (refusal) throw invalid(refusal);
  simulator.templates.update(template.id, {
    definition,
    category: definition.category,
    status: "PENDING",
    review_at_ms: Date.now() + simulator.reviewMs,
  });
  simulator.onReviewPlanned();
  return {};
}

function changedDefinition(current: TemplateDefinition, asked: z.output<typeof updateInput>): TemplateDefinition {
  const { templateCategory, templateComponents: bytes, parameterFormat } = asked;
  return accepted(templateDefinition, {
    ...current,
    ...(templateCategory !== undefined && { category: templateCategory }),
    ...(parameterFormat !== undefined && { parameter_format: parameterFormat }),
    ...(bytes && { components: accepted(templateComponents, parsedComponents(bytes)) }),
  });
}

function parsedComponents(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw invalid("The components are not JSON");
  }
}

const deleteInput = z.object({
  id: businessAccountId,
  templateName,
  metaTemplateId: metaTemplateId.optional(),
  deleteAllTemplates: z.enum(["true", "false"]).optional(),
});

/** Deletes the template with this name and id. With only the name, all its languages are deleted, which must be requested explicitly (W3.3). */
export function deleteWhatsAppMessageTemplate(simulator: Simulator, input: unknown): Record<string, never> {
  const { id, templateName: name, metaTemplateId: one, deleteAllTemplates } = parseInput(deleteInput, input);
  const { waba } = businessAccount(simulator, id);
  if (one === undefined && deleteAllTemplates !== "true") {
    throw invalid("Either metaTemplateId, or deleteAllLanguages, must be given");
  }
  const found = simulator.templates
    .list(waba)
    .filter((template) => template.name === name && (one ?? template.id) === template.id);
  if (found.length === 0) throw notFound("The message template was not found");
  if (found.some(({ status }) => status === "DISABLED")) throw invalid("Disabled templates cannot be deleted");
  for (const template of found) simulator.templates.remove(template.id);
  simulator.changes.announce();
  return {};
}
