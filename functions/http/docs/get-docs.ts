import { getDocs as contract } from "../../../shared/contract/docs.ts";
import { rawOperation } from "../../../shared/http/operation.ts";
import { PAGE, PAGE_HEADERS } from "./page.ts";

export const getDocs = rawOperation(
  contract,
  async () => ({ statusCode: 200, headers: PAGE_HEADERS, body: PAGE }),
  () => undefined,
);
