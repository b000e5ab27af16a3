import { describe, expect, it } from "vitest";
import { emailRequest } from "../../../shared/channels/contract/notification-request.ts";
import { emailTemplateRequest, toEmailTemplateView } from "../../../shared/email/contract/email-templates.ts";
import { previewRequest } from "../../../shared/email/contract/template-preview.ts";
import { toTemplateVersionPageView } from "../../../shared/email/contract/template-versions.ts";
import { templateBytes } from "../../../shared/email/domain/email-template.ts";
import { findEmailTemplate } from "../../../shared/email/find-email-template.ts";
import { listTemplateVersions, pageOfTemplateVersions } from "../../../shared/email/list-template-versions.ts";
import { previewEmailTemplate } from "../../../shared/email/preview-email-template.ts";
import { restoreTemplateVersion } from "../../../shared/email/restore-template-version.ts";
import { createEmailTemplate, replaceEmailTemplate } from "../../../shared/email/save-email-template.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { compareWithoutRevisions } from "../../support/same-but-revision.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

compareWithoutRevisions();

const OWNER = anOwner("owner-1");
const identifiers = sequentialIdentifiers();
const parseTemplate = templateCache({ maxEntries: 100, maxCharacters: 2_000_000 }, identifiers.hash);
const cursors = new HmacCursors("k".repeat(32));

function setUp() {
  const clock = fakeClock();
  const emailTemplates = inMemoryEmailTemplateStore();
  const deps = { clock, emailTemplates, identifiers, parseTemplate, cursors };
  const create = (changes: Record<string, unknown> = {}) => createEmailTemplate(deps, OWNER, request(changes));
  const replace = (id: string, changes: Record<string, unknown> = {}) =>
    replaceEmailTemplate(deps, { owner: OWNER, id }, request(changes));
  const restore = (id: string, version: number) => restoreTemplateVersion(deps, { owner: OWNER, id }, version);
  return { clock, emailTemplates, deps, create, replace, restore };
}
const fields = (changes: Record<string, unknown> = {}) => ({ name: "N", subject: "S", body: "B", ...changes });
const request = (changes: Record<string, unknown> = {}) => emailTemplateRequest.parse(fields(changes));
const problemOf = (changes: Record<string, unknown>) =>
  emailTemplateRequest.safeParse(fields(changes)).error?.issues.map(({ message }) => message);
const PLAIN = ["id", "name", "subject", "body", "body_type", "created_at", "updated_at"];

describe("emailTemplateRequest (D44b)", () => {
  it.each(["a", "0", "a_b-c", "welcome", "a".repeat(64), "0123456789abcdef0123456789abcdef", "a--", "1_"])(
    "takes the alias %s",
    (alias) => {
      expect(request({ alias }).alias).toBe(alias);
    },
  );

  it.each(["", "A", "-a", "_a", "a b", "a.b", "ä", "a\n", "a".repeat(65), " a"])("refuses the alias %j", (alias) => {
    expect(problemOf({ alias })).toEqual([expect.stringMatching(/^alias must be 1 to 64 of /)]);
  });

  it("refuses an alias that reads like a UUID, and other types", () => {
    const alias = "0190d5c2-0000-7000-8000-000000000001";
    expect(problemOf({ alias })).toEqual(["alias must not read like a UUID"]);
    for (const wrong of [null, 1, {}, []]) expect(problemOf({ alias: wrong })).toEqual(["alias must be a string"]);
    for (const wrong of [null, 1, "true"])
      expect(problemOf({ strict: wrong })).toEqual(["strict must be true or false"]);
    for (const wrong of [null, 1, "HTML", true])
      expect(problemOf({ escape: wrong, body_type: "html" })).toEqual(["escape must be one of: none, html"]);
  });

  it("takes escape html with body_type html only", () => {
    expect(request({ escape: "html", body_type: "html" }).escaping).toBe("html");
    for (const body_type of ["text", undefined]) {
      expect(problemOf({ escape: "html", body_type })).toEqual(["escape may be html only with body_type html"]);
      expect(request({ escape: "none", body_type }).escaping).toBe("none");
    }
  });
});

describe("emailRequest (D44b)", () => {
  const send = (changes: Record<string, unknown>) => emailRequest.safeParse({ recipient: "a@b.example", ...changes });
  const problems = (changes: Record<string, unknown>) => send(changes).error?.issues.map(({ message }) => message);

  it.each([
    ["welcome", "welcome"],
    ["0190D5C2-0000-7000-8000-00000000000A", "0190d5c2-0000-7000-8000-00000000000a"],
  ])("takes %s for a template", (given, read) => {
    expect(send({ template_id: given }).data?.templateId).toBe(read);
  });

  it.each(["", "Welcome", "a b", "0190D5C2-0000-7000-8000-00000000000", "a".repeat(65), null, 1, {}])(
    "refuses %j: neither an id nor an alias",
    (template_id) => {
      expect(problems({ template_id })).toEqual(["template_id must be a UUID or an alias"]);
    },
  );

  it("takes a version of a template, and only of one", () => {
    expect(send({ template_id: "a", template_version: 3 }).data?.templateVersion).toBe(3);
    expect(problems({ subject: "S", body: "B", template_version: 3 })).toEqual(["template_version needs template_id"]);
    for (const wrong of [0, -1, 1.5, "1", null])
      expect(problems({ template_id: "a", template_version: wrong })).toEqual([
        expect.stringMatching(/^template_version must be /),
      ]);
  });
});

describe("the view of a template (D44b)", () => {
  it("has none of the options until one of them is used, whatever is written", async () => {
    const { create, replace } = setUp();
    const template = await create();
    expect(Object.keys(toEmailTemplateView(template))).toEqual(PLAIN);
    const replaced = await replace(template.id, { subject: "Other" });
    expect(Object.keys(toEmailTemplateView(replaced))).toEqual(PLAIN);
    expect(toEmailTemplateView(await replace(template.id, { alias: "a" }))).toMatchObject({
      ...{ alias: "a", strict: false, escape: "none", version: 3 },
    });
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ alias: "a" }, { alias: "a", strict: false, escape: "none" }],
    [{ strict: true }, { strict: true, escape: "none" }],
    [{ strict: false }, { strict: false, escape: "none" }],
    [{ escape: "none" }, { strict: false, escape: "none" }],
  ])("has all of them once %j was given, also after a write without them", async (given, shown) => {
    const { create, replace } = setUp();
    const template = await create(given);
    const view = toEmailTemplateView(template);
    expect(view).toEqual(expect.objectContaining({ ...shown, version: 1 }));
    const later = toEmailTemplateView(await replace(template.id));
    expect(later).toMatchObject({ strict: false, escape: "none", version: 2 });
    expect(later).not.toHaveProperty("alias");
  });

  it("counts the options as part of an answer only where they are shown", () => {
    const plain = anEmailTemplate();
    expect(templateBytes({ ...plain, version: 1000 })).toBe(templateBytes(plain));
    expect(templateBytes({ ...plain, showsOptions: true })).toBeGreaterThan(templateBytes(plain));
  });
});

describe("aliases", () => {
  it("are one template's, and another's once they are free", async () => {
    const { create, replace } = setUp();
    const first = await create({ alias: "a" });
    const taken = { code: "alias_taken", message: "alias is taken by another template" };
    await expect(create({ alias: "a" })).rejects.toMatchObject(taken);
    const second = await create();
    await expect(replace(second.id, { alias: "a" })).rejects.toMatchObject(taken);
    await replace(first.id);
    expect((await replace(second.id, { alias: "a" })).alias).toBe("a");
  });
});

describe("findEmailTemplate()", () => {
  it("finds by id and by alias, the present version or a kept one", async () => {
    const { emailTemplates, create, replace } = setUp();
    const { id } = await create({ alias: "a", subject: "1", strict: true });
    await replace(id, { alias: "a", subject: "2" });
    const find = (templateId: string, templateVersion?: number) =>
      findEmailTemplate(emailTemplates, OWNER, { templateId, templateVersion });
    for (const reference of [id, "a"]) {
      expect(await find(reference)).toMatchObject({ subject: "2", version: 2, isStrict: false });
      expect(await find(reference, 2)).toMatchObject({ subject: "2" });
      expect(await find(reference, 1)).toMatchObject({ subject: "1", isStrict: true });
      await expect(find(reference, 3)).rejects.toMatchObject({
        code: "invalid_request",
        message: "template_version not found",
      });
    }
    const unknown = { code: "invalid_request", message: "template_id not found" };
    await expect(find("b", 1)).rejects.toMatchObject(unknown);
    await expect(findEmailTemplate(emailTemplates, anOwner("x"), { templateId: "a" })).rejects.toMatchObject(unknown);
  });
});

describe("restoreTemplateVersion()", () => {
  it("writes what a version was once more, and shows the options from then on", async () => {
    const { clock, create, replace, restore, emailTemplates } = setUp();
    const first = await create({ subject: "1", body_type: "html" });
    await replace(first.id, { name: "N2", subject: "2" });
    clock.advance(1000);
    const restored = await restore(first.id, 1);
    const updatedAt = new Date(Date.parse(first.updatedAt) + 1000).toISOString();
    expect(restored).toEqual({ ...first, version: 3, showsOptions: true, updatedAt });
    expect(toEmailTemplateView(restored)).toMatchObject({ strict: false, escape: "none", version: 3 });
    expect((await emailTemplates.versions(OWNER, first.id, 50))?.templates.map(({ subject }) => subject)).toEqual([
      ...["1", "2", "1"],
    ]);
    expect((await restore(first.id, 3)).version).toBe(4);
  });

  it("restores once when a request comes again that died before its answer was kept", async () => {
    const { deps, create, replace, emailTemplates } = setUp();
    const { id } = await create({ subject: "1" });
    await replace(id, { subject: "2" });
    const restoring = { owner: OWNER, id, reservedId: "reserved" };
    const first = await restoreTemplateVersion(deps, { ...restoring, isRepeat: false }, 1);
    expect(first).toMatchObject({ subject: "1", version: 3 });
    expect(await restoreTemplateVersion(deps, { ...restoring, isRepeat: true }, 1)).toEqual(first);
    for (let version = 4; version < 16; version++) await replace(id, { subject: String(version) });
    expect(await restoreTemplateVersion(deps, { ...restoring, isRepeat: true }, 1)).toEqual(first);
    expect((await emailTemplates.get(OWNER, id))?.version).toBe(15);
    const other = await restoreTemplateVersion(deps, { ...restoring, reservedId: "other", isRepeat: true }, 1);
    expect(other).toMatchObject({ subject: "1", version: 16 });
    expect(templateBytes(other)).toBe(templateBytes({ ...other, restoredUnder: undefined }));
  });

  it("brings the alias of then back, and leaves the present one where there was none", async () => {
    const { create, replace, restore } = setUp();
    const { id } = await create();
    await replace(id, { alias: "a", strict: true });
    expect(await restore(id, 1)).toMatchObject({ alias: "a", isStrict: false });
    await replace(id, { alias: "b" });
    expect(await restore(id, 2)).toMatchObject({ alias: "a", isStrict: true });
    await replace(id);
    await create({ alias: "a" });
    await expect(restore(id, 2)).rejects.toMatchObject({ code: "alias_taken" });
  });

  it("does not know other versions, or another owner's template", async () => {
    const { create, restore, deps } = setUp();
    const { id } = await create();
    await expect(restore(id, 2)).rejects.toMatchObject({ code: "invalid_request", message: "version not found" });
    const foreign = { owner: anOwner("x"), id };
    await expect(restoreTemplateVersion(deps, foreign, 1)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("listTemplateVersions() and pageOfTemplateVersions()", () => {
  it("answer every version once, newest first, whatever the page's size", async () => {
    const { deps, create, replace } = setUp();
    const key = { owner: OWNER, id: (await create()).id };
    for (let n = 2; n <= 5; n++) await replace(key.id, { subject: `${n}` });
    const all = [5, 4, 3, 2, 1];
    expect((await listTemplateVersions(deps, key)).map(({ version }) => version)).toEqual(all);
    for (const limit of [1, 2, 5, 50]) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = toTemplateVersionPageView(await pageOfTemplateVersions(deps, key, { limit, cursor }));
        seen.push(...page.versions.map(({ version }) => version));
        cursor = page.next_cursor;
      } while (cursor !== undefined && seen.length < 10);
      expect(seen).toEqual(all);
    }
  });

  it("refuse the array where it is more than Lambda takes, and stop a page before", async () => {
    const { deps, create, replace } = setUp();
    const key = { owner: OWNER, id: (await create({ body: "x".repeat(900_000) })).id };
    for (let n = 2; n <= 8; n++) await replace(key.id, { body: `${n}`.repeat(900_000) });
    await expect(listTemplateVersions(deps, key)).rejects.toMatchObject({
      code: "invalid_request",
      message: "the versions do not fit into one answer: ask for pages with limit and cursor",
    });
    const { templates, nextCursor } = await pageOfTemplateVersions(deps, key, { limit: 50 });
    expect(templates.map(({ version }) => version)).toEqual([8, 7, 6, 5]);
    const rest = await pageOfTemplateVersions(deps, key, { limit: 50, cursor: nextCursor });
    expect(rest).toEqual({ templates: [4, 3, 2, 1].map((version) => expect.objectContaining({ version })) });
  });

  it("take a cursor of the same template only", async () => {
    const { deps, create, replace } = setUp();
    const [one, other] = [await create(), await create()];
    for (const { id } of [one, other]) await replace(id);
    const { nextCursor: cursor } = await pageOfTemplateVersions(deps, one, { limit: 1 });
    for (const [key, given] of [
      [other, cursor],
      [one, `${cursor}x`],
      [one, ""],
    ] as const)
      await expect(pageOfTemplateVersions(deps, key, { limit: 1, cursor: given })).rejects.toMatchObject({
        message: "cursor is not valid",
      });
    const gone = { owner: OWNER, id: "gone" };
    await expect(listTemplateVersions(deps, gone)).rejects.toMatchObject({ code: "not_found" });
    await expect(pageOfTemplateVersions(deps, gone, { limit: 1 })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the preview's warnings", () => {
  async function warnings(changes: Record<string, unknown>) {
    const request = previewRequest.parse({ subject: "{{.s}}", body: "{{.x}}", ...changes });
    return (await previewEmailTemplate({ parseTemplate }, request)).warnings;
  }

  it("are there for html that prints variables as they are, and nowhere else", async () => {
    expect(await warnings({ body_type: "html" })).toEqual([expect.stringContaining("escape html")]);
    expect(await warnings({ body_type: "html", escape: "none" })).toHaveLength(1);
    expect(await warnings({ body_type: "html", body: "<p>no variables</p>" })).toBeUndefined();
    expect(await warnings({ body_type: "text" })).toBeUndefined();
    expect(await warnings({})).toBeUndefined();
  });

  it("come after the rule that escaping is about html", () => {
    const parsed = previewRequest.safeParse({ body: "x", body_type: "text", escape: "html" });
    expect(parsed.error?.issues[0]?.message).toBe("escape may be html only with body_type html");
  });
});
