import { getDocs as contract } from "../../../shared/contract/docs.ts";
import type { HttpAnswer } from "../../../shared/http/http-answer.ts";
import { rawOperation } from "../../../shared/http/operation.ts";
import { docsServices } from "../../../shared/wiring/docs.ts";
import { PAGE_HEADERS, pageWith } from "./page.ts";

export interface DocsDeps {
  readonly guidesUrl: () => string | undefined;
}

export async function answerDocs({ guidesUrl }: DocsDeps): Promise<HttpAnswer> {
  return { statusCode: 200, headers: PAGE_HEADERS, body: pageWith(guidesUrl()) };
}

export const getDocs = rawOperation(contract, answerDocs, docsServices);
