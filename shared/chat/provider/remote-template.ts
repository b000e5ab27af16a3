import type { TemplateSummary } from "@aws-sdk/client-socialmessaging";
import { asLoose, asText, parseLenientJson } from "../domain/lenient-json.ts";
import {
  MAX_REASON_CHARACTERS,
  normaliseQuality,
  normaliseRemoteStatus,
  TEMPLATE_CATEGORIES,
  type TemplateCategory,
} from "../domain/templates/chat-template.ts";
import { ChatProviderUnavailableError } from "../ports/chat-provider-failures.ts";
import type { RemoteTemplate } from "../ports/chat-template-provider.ts";

export const categoryOf = (word: string | undefined): TemplateCategory | undefined =>
  TEMPLATE_CATEGORIES.find((category) => category === word?.toUpperCase());

export const unreadable = (): ChatProviderUnavailableError =>
  new ChatProviderUnavailableError("the chat provider's answer cannot be read", { isCertain: false });

/** Reads an entry of the provider's list; undefined when it has no id, because no stored template could match it. */
export function fromSummary(summary: TemplateSummary): RemoteTemplate | undefined {
  const { metaTemplateId, templateName = "", templateLanguage = "" } = summary;
  if (!metaTemplateId) return undefined;
  return {
    providerTemplateId: metaTemplateId,
    name: templateName,
    language: templateLanguage,
    remoteStatus: normaliseRemoteStatus(summary.templateStatus),
    quality: normaliseQuality(summary.templateQualityScore),
    category: categoryOf(summary.templateCategory),
  };
}

/** Reads the platform's own JSON; integers beyond 2^53 become text. */
export function fromTemplateJson(text: string | undefined): RemoteTemplate {
  const template = asLoose(parseLenientJson(text ?? ""));
  const providerTemplateId = asText(template.id);
  if (providerTemplateId === undefined) throw unreadable();
  const quality = asText(template.quality_score) ?? asText(asLoose(template.quality_score).score);
  const reason = asText(template.rejected_reason)?.slice(0, MAX_REASON_CHARACTERS);
  return {
    providerTemplateId,
    name: asText(template.name) ?? "",
    language: asText(template.language) ?? "",
    remoteStatus: normaliseRemoteStatus(asText(template.status)),
    quality: normaliseQuality(quality),
    category: categoryOf(asText(template.category)),
    rejectedReason: reason === "NONE" ? undefined : reason,
  };
}
