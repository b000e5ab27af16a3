import { type Herald, HeraldError } from "../../client/src/herald.ts";
import { reasonOf } from "../../lib/reason.ts";
import { emailTemplateRequest } from "../../shared/email/contract/email-templates.ts";
import { isAlias } from "../../shared/email/contract/template-name.ts";
import { parse } from "../../shared/go-template/go-template.ts";
import type { JsonObject } from "../../shared/kernel/json-data.ts";
import { type Change, changeOf, changesBetween } from "./changes.ts";
import { type FiledTemplate, filed, requestOf } from "./filed-template.ts";

/** The owner's templates on the service. */
export interface TemplateService {
  readonly emailTemplates: Pick<Herald["emailTemplates"], "get" | "create" | "replace" | "delete">;
  all(): Promise<readonly ServiceTemplate[]>;
  samplesOf(id: string): Promise<JsonObject>;
  keepSamples(id: string, samples: JsonObject): Promise<void>;
}

export interface ServiceTemplate {
  readonly id: string;
  readonly template: FiledTemplate;
}

/** A change of the service, with the id and the state of the template that it was found with. */
export interface Push extends Change {
  readonly id?: string | undefined;
  readonly etag?: string | undefined;
}

/** Throws an `Error` that names every template that the service would refuse, so that none is written. */
export function checkTemplates(templates: readonly FiledTemplate[]): void {
  const problems = templates.flatMap((template) => {
    const problem = problemOf(template);
    return problem === undefined ? [] : [`${template.reference}: ${problem}`];
  });
  if (problems.length > 0) throw new Error(problems.join("; "));
}

function problemOf(template: FiledTemplate): string | undefined {
  const { subject, body, escape: escaping } = template;
  const read = emailTemplateRequest.safeParse(requestOf(template));
  if (!read.success) return read.error.issues[0]?.message;
  try {
    parse(subject, undefined, { name: "subject" });
    parse(body, undefined, { name: "body", escape: escaping });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Finds what differs between a folder and the service. A template that differs is read again by itself, because only
 * that answer says which state it is in.
 */
export async function pushesOf(
  service: TemplateService,
  folder: readonly FiledTemplate[],
  { deletes }: { readonly deletes: boolean },
): Promise<readonly Push[]> {
  const there = await service.all();
  refuseUnknownIds(folder, there);
  const changes = changesBetween({ before: there.map(({ template }) => template), after: folder, deletes });
  const ids = new Map(there.map(({ id, template }) => [template.reference, id]));
  const pushes: Push[] = [];
  for (const change of changes) {
    const id = ids.get(change.reference);
    const push = id === undefined ? change : await tagged(service, { ...change, id });
    if (push !== undefined) pushes.push(push);
  }
  return pushes;
}

async function tagged(service: TemplateService, push: Push & { readonly id: string }): Promise<Push | undefined> {
  const { etag, ...template } = await service.emailTemplates.get(push.id);
  const change = changeOf(push.reference, filed(template, await service.samplesOf(push.id)), push.after);
  return change && { ...change, id: push.id, etag };
}

/** Only the service gives ids, so a folder with one cannot make a template. */
function refuseUnknownIds(folder: readonly FiledTemplate[], there: readonly ServiceTemplate[]): void {
  const references = new Set(there.map(({ template }) => template.reference));
  for (const { reference } of folder) {
    if (isAlias(reference) || references.has(reference)) continue;
    const renamed = there.find(({ id }) => id === reference)?.template.reference;
    throw new Error(
      renamed === undefined
        ? `${reference}: no template has this id: give its folder an alias as name to create it`
        : `${reference}: this template has the alias ${renamed} by now: give its folder this name`,
    );
  }
}

/** Writes one change. Throws an `Error` whose message says why it was refused. */
export async function push(service: TemplateService, change: Push): Promise<void> {
  try {
    await write(service, change);
  } catch (error) {
    if (!(error instanceof HeraldError)) throw error;
    if (error.code === "version_conflict" || error.status === 404)
      throw new Error("somebody has changed it meanwhile, so it was left as it is: push again to see how it differs");
    const [problem] = error.errors ?? [];
    throw new Error(problem === undefined ? error.message : `${problem.field}: ${problem.message}`);
  }
}

async function write(service: TemplateService, { kind, id, etag, before, after }: Push): Promise<void> {
  const { emailTemplates } = service;
  if (after === undefined) return id === undefined ? undefined : emailTemplates.delete(id, { ifMatch: etag });
  const request = requestOf(after);
  const isChanged = before === undefined || JSON.stringify(requestOf(before)) !== JSON.stringify(request);
  const template =
    kind === "create" || id === undefined
      ? await emailTemplates.create(request)
      : isChanged
        ? await emailTemplates.replace(id, request, { ifMatch: etag })
        : { id };
  if (JSON.stringify(before?.samples ?? {}) !== JSON.stringify(after.samples))
    await service.keepSamples(template.id, after.samples);
}
