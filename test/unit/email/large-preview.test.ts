import { describe, expect, it } from "vitest";
import { previewRequest } from "../../../shared/email/contract/template-preview.ts";
import { previewEmailTemplate } from "../../../shared/email/preview-email-template.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 2_000_000 }, sequentialIdentifiers().hash);

describe("the preview of what JSON makes large", () => {
  const preview = (fields: Record<string, unknown>) =>
    previewEmailTemplate({ parseTemplate }, previewRequest.parse(fields));
  /** The template itself makes a string of a megabyte, in which each character takes six bytes of JSON. */
  const grown = `{{$x := "\\x01"}}${"{{$x = print $x $x}}".repeat(20)}`;

  it("is refused where the answer would be more than Lambda takes", async () => {
    const refusal = { code: "invalid_request", message: "the preview is too large to be shown" };
    await expect(preview({ body: `${grown}{{$x}}` })).rejects.toMatchObject(refusal);
    const quotes = '"'.repeat(500_000);
    await expect(
      preview({ body_type: "html", with_text: true, body: "{{.x}}{{.x}}", variables: { x: quotes } }),
    ).rejects.toMatchObject(refusal);
    expect((await preview({ body: "{{.x}}", variables: { x: quotes } })).body).toBe(quotes);
  });
});
