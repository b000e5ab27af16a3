import { getDocs as contract } from "../../../shared/edge/contract/docs.ts";
import { docsServices } from "../../../shared/edge/docs-wiring.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { rawOperation } from "../../../shared/edge/operation.ts";
import { PAGE_HEADERS, pageWith } from "./page.ts";

export interface DocsDeps {
  readonly guidesUrl: () => string | undefined;
}

export async function answerDocs({ guidesUrl }: DocsDeps): Promise<HttpAnswer> {
  return { statusCode: 200, headers: PAGE_HEADERS, body: pageWith(guidesUrl()) };
}

export const getDocs = rawOperation(contract, answerDocs, docsServices);
