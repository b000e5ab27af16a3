import { DynamoBookmarks } from "../chat/dynamo/bookmarks.ts";
import { DynamoChatTemplateStore } from "../chat/dynamo/chat-template-store.ts";
import type { ChatTemplateProvider } from "../chat/ports/chat-template-provider.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { dynamo } from "../notifications/tables-wiring.ts";
import { chatAccountServices } from "./chat-accounts.ts";

/** Loaded by the first request that asks the provider: most only read what is stored. */
function providerOnDemand(): ChatTemplateProvider {
  let loaded: Promise<ChatTemplateProvider> | undefined;
  const load = async (): Promise<ChatTemplateProvider> => {
    const { SocialMessagingTemplates } = await import("../chat/provider/chat-templates.ts");
    return new SocialMessagingTemplates();
  };
  const provider = (): Promise<ChatTemplateProvider> => {
    loaded ??= load();
    return loaded;
  };
  return {
    create: async (home, definition) => (await provider()).create(home, definition),
    read: async (home, id) => (await provider()).read(home, id),
    findByName: async (home, place) => (await provider()).findByName(home, place),
    list: async (home, after) => (await provider()).list(home, after),
    remove: async (home, template) => (await provider()).remove(home, template),
  };
}

export const chatTemplateServices = once(() => ({
  ...chatAccountServices(),
  chatTemplates: new DynamoChatTemplateStore(dynamo(), config().CONFIG_TABLE),
  templateProvider: providerOnDemand(),
}));

export const reconcileServices = once(() => ({
  ...chatTemplateServices(),
  bookmarks: new DynamoBookmarks(dynamo(), config().CONFIG_TABLE),
}));
