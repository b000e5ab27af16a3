import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import {
  BUTTON_TYPES,
  type ChatTemplate,
  HEADER_TYPES,
  TEMPLATE_CATEGORIES,
} from "../domain/templates/chat-template.ts";
import type { TemplatePlace } from "../ports/chat-template-store.ts";

const definition = z.object({
  name: z.string(),
  language: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  header: z
    .object({
      type: z.enum(HEADER_TYPES),
      text: z.string().optional(),
      example: z.string().optional(),
      mediaHandle: z.string().optional(),
    })
    .optional(),
  body: z.object({ text: z.string(), examples: z.array(z.string()).optional() }),
  footer: z.object({ text: z.string() }).optional(),
  buttons: z
    .array(
      z.object({
        type: z.enum(BUTTON_TYPES),
        text: z.string(),
        phone: z.string().optional(),
        url: z.string().optional(),
        example: z.string().optional(),
      }),
    )
    .optional(),
});

const parameter = z.object({
  component: z.enum(["header", "body", "button"]),
  position: z.int(),
  name: z.string(),
  type: z.enum(["text", "image", "video", "document"]),
  required: z.boolean(),
});

export const chatTemplateItem = z.object({
  id: z.string(),
  owner: ownerSub,
  chatAccountId: z.string(),
  definition,
  parameters: z.array(parameter),
  providerTemplateId: z.string(),
  remoteStatus: z.string(),
  quality: z.string(),
  rejectedReason: z.string().optional(),
  isDisabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const fromItem = (item: unknown): ChatTemplate => chatTemplateItem.parse(item);

export const unfinishedItem = z.object({
  chatAccountId: z.string(),
  name: z.string(),
  language: z.string(),
  owner: ownerSub,
  fingerprint: z.string(),
  startedAtMs: z.number(),
});

export const pointerItem = z.object({ owner: ownerSub, templateId: z.string() });

export const TEMPLATE_PREFIX = "CTPL#";
export const templateKey = (owner: Owner, id: string) => ({ pk: `O#${owner}`, sk: `${TEMPLATE_PREFIX}${id}` });
export const providerTemplateKey = (providerId: string) => ({ pk: `PTPL#${providerId}`, sk: "T" });
export const unfinishedPartition = (chatAccountId: string) => `CTPL-NEW#${chatAccountId}`;
export const unfinishedKey = ({ chatAccountId, name, language }: TemplatePlace) => ({
  pk: unfinishedPartition(chatAccountId),
  sk: `${name}#${language}`,
});
