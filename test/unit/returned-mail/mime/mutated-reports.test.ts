import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { decodeEmbedded, decodeXtext } from "../../../../shared/returned-mail/domain/address-forms.ts";
import type { ReturnedMail } from "../../../../shared/returned-mail/domain/returned-mail.ts";
import { readReturnedMail } from "../../../../shared/returned-mail/mime/read-returned-mail.ts";
import { RETURNED_MAILS } from "../../../support/returned-mails/corpus.ts";
import { CAME_TO } from "../../../support/returned-mails/mail-source.ts";
import { mutate, mutations } from "../../../support/returned-mails/mutate-mail.ts";

/** `npm run test:fuzz` makes it 10,000. */
const RUNS = 50 * Number(process.env.FUZZ_RUNS ?? 12);

/** Everything that the mail says, once its transfer encodings are undone, in every form that an address may have. */
async function textsOf(raw: string): Promise<string> {
  const texts = [raw];
  try {
    const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: "utf8" });
    texts.push(mail.text ?? "", mail.html ?? "", ...mail.attachments.map(({ content }) => String(content)));
  } catch {
    // The parser has limits; such a mail names nobody.
  }
  const all = texts.join("\n");
  return [all, decodeEmbedded(all), decodeXtext(all), decodeEmbedded(decodeXtext(all))].join("\n").toLowerCase();
}

const namedIn = (result: ReturnedMail): readonly string[] =>
  result.kind === "nothing" ? [] : result.recipients.flatMap(({ addresses }) => addresses);

describe("readReturnedMail() of mutated reports", () => {
  it("answers, names only recipients that the mail names, and finds no token that is not in it", {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...RETURNED_MAILS), mutations, async ({ raw }, applied) => {
        const mutated = mutate(raw, applied);
        const result = await readReturnedMail(new TextEncoder().encode(mutated), [CAME_TO]);
        if (result === "not_understood") return;
        const said = await textsOf(mutated);
        for (const address of namedIn(result)) expect(said).toContain(address.toLowerCase());
        const [first, ...others] = result.tokenAddresses;
        expect(first).toBe(CAME_TO);
        if (result.kind === "bounce") expect(others).toEqual([]);
        for (const address of others) expect(said).toContain(address.toLowerCase());
      }),
      { numRuns: RUNS },
    );
  });

  it("answers to any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 2000 }),
        fc.array(fc.string(), { maxLength: 3 }),
        async (raw, came) => {
          const result = await readReturnedMail(raw, came);
          expect(result === "not_understood" || result.kind !== "bounce" || result.recipients.length > 0).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("gives a bounce in which every part has its form", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...RETURNED_MAILS), mutations, async ({ raw }, applied) => {
        const result = await readReturnedMail(new TextEncoder().encode(mutate(raw, applied)), [CAME_TO]);
        if (result === "not_understood" || result.kind !== "bounce") return;
        expect(result.recipients.length).toBeGreaterThan(0);
        for (const { status, response } of result.recipients) {
          expect(status ?? "5.1.1").toMatch(/^[245]\.\d{1,3}\.\d{1,3}$/);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
          expect(response ?? "none").toMatch(/^[^\u0000-\u001f]{1,1000}$/);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
