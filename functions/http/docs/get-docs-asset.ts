import { getDocsAsset as contract, DOCS_ASSETS } from "../../../shared/edge/contract/docs.ts";
import { docsServices } from "../../../shared/edge/docs-wiring.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { rawOperation } from "../../../shared/edge/operation.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";
import { START_SCRIPT } from "./page.ts";

const KEPT_BY_BROWSERS = "public, max-age=3600";

export interface DocsAssetDeps {
  readonly readAsset: (name: string) => Promise<string>;
}

const typeOf = (name: string): string =>
  name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";

export async function answerDocsAsset({ readAsset }: DocsAssetDeps, { asset }: { asset: string }): Promise<HttpAnswer> {
  const name = DOCS_ASSETS.find((known) => known === asset);
  if (name === undefined) throw notFound();
  const body = name === "start.js" ? START_SCRIPT : await readAsset(name);
  return { statusCode: 200, headers: { "content-type": typeOf(name), "cache-control": KEPT_BY_BROWSERS }, body };
}

export const getDocsAsset = rawOperation(contract, answerDocsAsset, docsServices);
