import { DynamoEmailTemplateStore } from "../adapters/dynamo/email-template-store.ts";
import { templateCache } from "../domain/template-cache.ts";
import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { blobs, dynamo } from "./tables.ts";

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
