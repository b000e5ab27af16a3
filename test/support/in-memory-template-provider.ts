import type { TemplateDefinition } from "../../shared/chat/domain/templates/chat-template.ts";
import { ChatProviderRefusedError } from "../../shared/chat/ports/chat-provider-failures.ts";
import type {
  ChatTemplateProvider,
  RemoteTemplate,
  TemplateHome,
} from "../../shared/chat/ports/chat-template-provider.ts";

interface Kept extends RemoteTemplate {
  readonly home: string;
}

export interface InMemoryTemplateProvider extends ChatTemplateProvider {
  /** The methods that were called, in order: `create`, `read`, … */
  readonly calls: string[];
  put(home: TemplateHome, template: Partial<RemoteTemplate>): RemoteTemplate;
  drop(providerTemplateId: string): void;
  names(home: TemplateHome): string[];
  /** Lets the next call of a method fail; with `after`, the method does its work first. */
  fail(method: keyof ChatTemplateProvider, error: Error, when?: "before" | "after"): void;
}

/** A double of the platform: a template's name can be used once per language, and a missing template is not found. */
export function inMemoryTemplateProvider({ pageSize = 2 } = {}): InMemoryTemplateProvider {
  const kept: Kept[] = [];
  const calls: string[] = [];
  const faults: { method: string; error: Error; when: "before" | "after" }[] = [];
  let ids = 90_071_992_547_409_930n;
  const strike = (method: string, when: "before" | "after") => {
    const at = faults.findIndex((fault) => fault.method === method && fault.when === when);
    if (at < 0) return;
    const [fault] = faults.splice(at, 1);
    throw fault?.error;
  };
  const run = async <T>(method: string, work: () => T): Promise<T> => {
    calls.push(method);
    strike(method, "before");
    const result = work();
    strike(method, "after");
    return result;
  };
  const shown = ({ home: _home, ...template }: Kept): RemoteTemplate => template;
  const put = ({ businessAccountId: home }: TemplateHome, template: Partial<RemoteTemplate>): RemoteTemplate => {
    ids += 1n;
    const added: Kept = {
      providerTemplateId: String(ids),
      name: "template",
      language: "en_US",
      remoteStatus: "PENDING",
      quality: "UNKNOWN",
      category: "UTILITY",
      ...template,
      home,
    };
    const known = kept.findIndex(({ providerTemplateId }) => providerTemplateId === added.providerTemplateId);
    if (known < 0) kept.push(added);
    else kept[known] = added;
    return shown(added);
  };
  const find = ({ businessAccountId }: TemplateHome, isWanted: (one: Kept) => boolean) => {
    const found = kept.find((one) => one.home === businessAccountId && isWanted(one));
    return found && shown(found);
  };
  const drop = (id: string) => {
    const at = kept.findIndex(({ providerTemplateId }) => providerTemplateId === id);
    if (at >= 0) kept.splice(at, 1);
  };
  return {
    calls,
    put,
    drop,
    names: ({ businessAccountId }) => kept.filter(({ home }) => home === businessAccountId).map(({ name }) => name),
    fail: (method, error, when = "before") => void faults.push({ method, error, when }),
    create: (home, { name, language, category }: TemplateDefinition) =>
      run("create", () => {
        if (find(home, (one) => one.name === name && one.language === language))
          throw new ChatProviderRefusedError("Content in This Language Already Exists (2388024)");
        return put(home, { name, language, category });
      }),
    read: (home, id) => run("read", () => find(home, (one) => one.providerTemplateId === id)),
    findByName: (home, { name, language }) =>
      run("findByName", () => find(home, (one) => one.name === name && one.language === language)),
    list: ({ businessAccountId }, after = "0") =>
      run("list", () => {
        const all = kept.filter(({ home }) => home === businessAccountId);
        const end = Number(after) + pageSize;
        return {
          templates: all.slice(Number(after), end).map(shown),
          next: end < all.length ? String(end) : undefined,
        };
      }),
    remove: (_home, { providerTemplateId }) => run("remove", () => drop(providerTemplateId)),
  };
}
