import type { ChatAccount } from "../domain/chat-account.ts";
import { isOfSandbox } from "../domain/sandbox-account.ts";
import type { ChatMedia } from "../ports/chat-media.ts";
import type { ChatSender } from "../ports/chat-sender.ts";
import type { ChatTemplateProvider } from "../ports/chat-template-provider.ts";

type Place = Pick<ChatAccount, "cloudRegion">;

/** Chooses the sandbox for an account of test mode, and the provider for any other. */
const chosen =
  <Port>(provider: Port, sandbox: Port) =>
  (place: Place): Port =>
    isOfSandbox(place) ? sandbox : provider;

/** Sends to the sandbox for accounts of test mode, and to the provider for all others. */
export function senderByAccount(provider: ChatSender, sandbox: ChatSender): ChatSender {
  const of = chosen(provider, sandbox);
  return { send: (message) => of(message.account).send(message) };
}

export function templatesByAccount(
  provider: ChatTemplateProvider,
  sandbox: ChatTemplateProvider,
): ChatTemplateProvider {
  const of = chosen(provider, sandbox);
  return {
    create: (home, definition) => of(home).create(home, definition),
    read: (home, id) => of(home).read(home, id),
    findByName: (home, place) => of(home).findByName(home, place),
    list: (home, after) => of(home).list(home, after),
    remove: (home, template) => of(home).remove(home, template),
  };
}

export function mediaByAccount(provider: ChatMedia, sandbox: ChatMedia): ChatMedia {
  const of = chosen(provider, sandbox);
  return {
    register: (number, source) => of(number).register(number, source),
    unregister: (number, id) => of(number).unregister(number, id),
    retrieve: (number, id, destination) => of(number).retrieve(number, id, destination),
    registerForReview: (account, source) => of(account).registerForReview(account, source),
  };
}
