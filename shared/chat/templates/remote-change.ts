import { isAuthentication } from "../domain/templates/authentication-rules.ts";
import type { ChatTemplate, TemplateCategory } from "../domain/templates/chat-template.ts";
import type { RemoteTemplate } from "../ports/chat-template-provider.ts";
import type { RemoteChange } from "../ports/chat-template-store.ts";

/** The change for a template that the platform no longer has. The template is not disabled here, in case the platform was mistaken. */
const GONE_REMOTELY: RemoteChange = { remoteStatus: "DELETED" };

/** The platform moves templates between its categories, except templates for codes, which are built differently. */
export function acceptedCategory(
  { definition }: Pick<ChatTemplate, "definition">,
  category: TemplateCategory | undefined,
): TemplateCategory | undefined {
  const isOther = category !== undefined && category !== definition.category;
  return isOther && !isAuthentication({ category }) && !isAuthentication(definition) ? category : undefined;
}

/** Returns the fields of `said` that differ from the stored template; undefined when none differs. */
export function newsIn(template: ChatTemplate, said: RemoteChange): RemoteChange | undefined {
  const unlessEqual = <T>(value: T | undefined, stored: T): T | undefined => (value === stored ? undefined : value);
  const news = {
    remoteStatus: unlessEqual(said.remoteStatus, template.remoteStatus),
    quality: unlessEqual(said.quality, template.quality),
    category: acceptedCategory(template, said.category),
    rejectedReason: unlessEqual(said.rejectedReason, template.rejectedReason ?? ""),
  };
  return Object.values(news).some((part) => part !== undefined) ? news : undefined;
}

/** Returns what the provider's version of a template changes; `remote` is undefined when the provider does not have the template. */
export function remoteChange(template: ChatTemplate, remote: RemoteTemplate | undefined): RemoteChange | undefined {
  if (remote === undefined) return newsIn(template, GONE_REMOTELY);
  const { remoteStatus, quality, category } = remote;
  const rejectedReason = remoteStatus === "REJECTED" ? remote.rejectedReason : "";
  return newsIn(template, { remoteStatus, quality, category, rejectedReason });
}
