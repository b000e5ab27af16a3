import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describePages, launchBrowser } from "../support/browser.ts";
import { emailExamples, renderedExample } from "../support/email-examples.ts";

const PICTURES = join(import.meta.dirname, "../../docs/pictures/emails");
/** Only `npm run panel:pictures` renews the guide's pictures; every run takes them. */
const isRenewal = process.env.HERALD_RENEW_PICTURES === "1";
const MAX_BYTES = 120_000;
const QUALITY = 60;
const WIDTHS = [640, 360] as const;
const SCHEMES = ["light", "dark"] as const;
const FAULTS = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa"], resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`;
const REACH = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)";
const GROUND = "getComputedStyle(document.body).backgroundColor";

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 640, height: 600 } });
});
afterAll(() => browser?.close());

/** The mail in a mail client's window and on a telephone, side by side. */
const sideBySide = (html: string): string => `<!doctype html><html><head><meta name="color-scheme" content="light dark">
<style>html { color-scheme: light dark; } body { margin: 0; display: flex; align-items: flex-start; gap: 24px; } iframe { border: 0; }</style></head>
<body>${WIDTHS.map((width) => `<iframe width="${width}" srcdoc="${html.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`).join("")}
<script>for (const one of document.querySelectorAll("iframe"))
  one.onload = () => { one.height = one.contentDocument.documentElement.scrollHeight; one.dataset.ready = ""; };</script></body></html>`;

async function picture(name: string, html: string): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0] + 24 + WIDTHS[1], height: 600 });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(sideBySide(html));
    await page.locator("iframe[data-ready]").nth(1).waitFor();
    const path = join(PICTURES, `${name}-${colorScheme}.jpg`);
    const options = { type: "jpeg", quality: QUALITY, fullPage: true } as const;
    const taken = await page.screenshot({ ...options, ...(isRenewal && { path }) });
    expect({ name, isSmall: taken.length < MAX_BYTES }).toEqual({ name, isSmall: true });
    expect(taken.length).toBeGreaterThan(5_000);
  }
}

describePages("an email of the examples", () => {
  it.each(emailExamples().map((one) => [one.reference, one] as const))(
    "%s fits a telephone, and can be read by everybody in light and dark",
    async (name, example) => {
      const { body } = renderedExample(example);
      const grounds = [];
      for (const colorScheme of SCHEMES)
        for (const width of WIDTHS) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 600 });
          await page.setContent(body);
          await page.evaluate(axe.source);
          expect({ colorScheme, width, faults: await page.evaluate(FAULTS) }).toEqual({
            colorScheme,
            width,
            faults: [],
          });
          expect(await page.evaluate(REACH)).toBe(width);
          grounds.push(await page.evaluate(GROUND));
        }
      expect(new Set(grounds).size).toBe(SCHEMES.length);
      await mkdir(PICTURES, { recursive: true });
      await picture(name, body);
    },
  );
});
