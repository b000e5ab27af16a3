import { describe, expect, it } from "vitest";
import { HeraldError } from "../../../../client/src/herald.ts";
import { type FiledTemplate, requestOf } from "../../../../ops/templates/filed-template.ts";
import { checkTemplates, push, pushesOf, type TemplateService } from "../../../../ops/templates/push-templates.ts";
import type { JsonObject } from "../../../../shared/kernel/json-data.ts";

const ID = "0190a3b4-0000-7000-8000-000000000001";
const OTHER_ID = "0190a3b4-0000-7000-8000-000000000002";
const times = { created_at: "2026-11-22T21:10:00Z", updated_at: "2026-11-22T21:10:00Z" };

const aTemplate = (over: Partial<FiledTemplate> = {}): FiledTemplate => ({
  ...{ reference: "receipt", name: "N", subject: "S", body: "B", bodyType: "text" },
  ...{ strict: false, escape: "none", samples: {} },
  ...over,
});

/** Keeps templates by their ids, each with an etag that changes with every write. */
class InMemoryService implements TemplateService {
  readonly kept = new Map<string, { template: FiledTemplate; etag: number; samples: JsonObject }>();
  readonly writes: string[] = [];

  constructor(templates: Readonly<Record<string, FiledTemplate>>) {
    for (const [id, template] of Object.entries(templates))
      this.kept.set(id, { template, etag: 1, samples: template.samples });
  }

  readonly emailTemplates: TemplateService["emailTemplates"] = {
    get: async (id) => ({ id, ...times, ...requestOf(this.#at(id).template), body_type: "text", etag: this.#etag(id) }),
    create: async (request) => {
      this.writes.push(`create ${request.alias}`);
      const template = { ...aTemplate(), ...request, reference: request.alias ?? OTHER_ID };
      this.kept.set(OTHER_ID, { template, etag: 1, samples: {} });
      return { id: OTHER_ID, ...times, ...request, body_type: "text" };
    },
    replace: async (id, request, { ifMatch } = {}) => {
      this.#expect(id, ifMatch);
      this.writes.push(`replace ${id}`);
      return { id, ...times, ...request, body_type: "text" };
    },
    delete: async (id, { ifMatch } = {}) => {
      this.#expect(id, ifMatch);
      this.writes.push(`delete ${id}`);
      this.kept.delete(id);
    },
  };

  #at(id: string) {
    const found = this.kept.get(id);
    if (found === undefined) throw new HeraldError("not found", { status: 404 });
    return found;
  }

  #etag = (id: string): string => `"${this.#at(id).etag}"`;

  #expect(id: string, ifMatch: string | undefined): void {
    if (ifMatch !== this.#etag(id))
      throw new HeraldError("changed meanwhile", { status: 412, code: "version_conflict" });
  }

  all = async () => [...this.kept].map(([id, { template }]) => ({ id, template }));
  samplesOf = async (id: string) => this.kept.get(id)?.samples ?? {};
  keepSamples = async (id: string, samples: JsonObject) => {
    this.writes.push(`samples ${id} ${JSON.stringify(samples)}`);
  };
}

const pushAll = async (service: InMemoryService, folder: readonly FiledTemplate[], deletes = false) => {
  for (const change of await pushesOf(service, folder, { deletes })) await push(service, change);
  return service.writes;
};

describe("push()", () => {
  it("writes what differs alone: the template, its samples, or both", async () => {
    const there = { [ID]: aTemplate() };
    expect(await pushAll(new InMemoryService(there), [aTemplate()])).toEqual([]);
    expect(await pushAll(new InMemoryService(there), [aTemplate({ subject: "T" })])).toEqual([`replace ${ID}`]);
    expect(await pushAll(new InMemoryService(there), [aTemplate({ samples: { a: 1 } })])).toEqual([
      `samples ${ID} {"a":1}`,
    ]);
    const both = aTemplate({ reference: "welcome", samples: { a: 1 } });
    expect(await pushAll(new InMemoryService({}), [both])).toEqual(["create welcome", `samples ${OTHER_ID} {"a":1}`]);
  });

  it("deletes only when asked to", async () => {
    const there = { [ID]: aTemplate() };
    expect(await pushAll(new InMemoryService(there), [])).toEqual([]);
    expect(await pushAll(new InMemoryService(there), [], true)).toEqual([`delete ${ID}`]);
  });

  it.each(["change", "delete"])("leaves alone what somebody has changed since it was shown: %s", async (kind) => {
    const service = new InMemoryService({ [ID]: aTemplate() });
    const folder = kind === "change" ? [aTemplate({ subject: "T" })] : [];
    const [change] = await pushesOf(service, folder, { deletes: true });
    const kept = service.kept.get(ID);
    if (kept) kept.etag += 1;
    await expect(push(service, change ?? { reference: "", kind: "create" })).rejects.toThrow(
      "somebody has changed it meanwhile, so it was left as it is: push again to see how it differs",
    );
    expect(service.writes).toEqual([]);
  });

  it("says which field the service refuses", async () => {
    const service = new InMemoryService({});
    const errors = [{ field: "body", message: "line 3, column 9: unexpected {{end}}" }];
    service.emailTemplates.create = () => Promise.reject(new HeraldError("body is not a valid template", { errors }));
    await expect(push(service, { reference: "a", kind: "create", after: aTemplate() })).rejects.toThrow(
      "body: line 3, column 9: unexpected {{end}}",
    );
  });
});

describe("pushesOf()", () => {
  it("shows the state that it would write over, which may be newer than the list", async () => {
    const service = new InMemoryService({ [ID]: aTemplate() });
    const listed = await service.all();
    service.all = async () => listed;
    const kept = service.kept.get(ID);
    if (kept) kept.template = aTemplate({ subject: "newer" });
    const [change] = await pushesOf(service, [aTemplate({ subject: "T" })], { deletes: false });
    expect(change).toMatchObject({ id: ID, etag: '"1"', before: { subject: "newer" }, after: { subject: "T" } });
  });

  it("refuses a folder that is named after an id which no template has", async () => {
    const named = (reference: string, there: Readonly<Record<string, FiledTemplate>>) =>
      pushesOf(new InMemoryService(there), [aTemplate({ reference })], { deletes: false });
    await expect(named(ID, {})).rejects.toThrow(`${ID}: no template has this id: give its folder an alias`);
    await expect(named(ID, { [ID]: aTemplate({ reference: "receipt" }) })).rejects.toThrow(
      `${ID}: this template has the alias receipt by now: give its folder this name`,
    );
    expect(await named(ID, { [ID]: aTemplate({ reference: ID, name: "M" }) })).toHaveLength(1);
  });
});

describe("checkTemplates()", () => {
  it("finds what the service would refuse before anything is written", () => {
    const wrong = [
      aTemplate({ reference: "a", body: "{{end}}" }),
      aTemplate({ reference: "b", name: " " }),
      aTemplate({ reference: "c", bodyType: "html", escape: "html", body: '<a href="{{.x}}>' }),
      aTemplate({ reference: "d" }),
    ];
    expect(() => checkTemplates(wrong)).toThrow(
      /^a: template: body:1: unexpected {{end}}.*; b: name .*; c: html\/template:body: ends in a non-text context/,
    );
    expect(() => checkTemplates([aTemplate()])).not.toThrow();
  });
});
