import { templateCache } from "../go-template/template-cache.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { blobs, dynamo } from "../notifications/tables-wiring.ts";
import { DynamoEmailTemplateStore } from "./dynamo/email-template-store.ts";

/** Parsed templates kept per environment. */
const CACHE_LIMITS = { maxEntries: 500, maxCharacters: 4_000_000 };

export const emailTemplates = once(
  () => new DynamoEmailTemplateStore(dynamo(), { table: config().CONFIG_TABLE, blobs }),
);

export const parseTemplate = once(() => templateCache(CACHE_LIMITS, basics().identifiers.hash));

export const emailTemplateServices = once(() => ({
  ...basics(),
  emailTemplates: emailTemplates(),
  parseTemplate: parseTemplate(),
}));
