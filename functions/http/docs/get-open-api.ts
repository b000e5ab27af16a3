import { getOpenApi as contract } from "../../../shared/contract/docs.ts";
import { openApiDocument } from "../../../shared/contract/openapi.ts";
import { operation } from "../../../shared/http/operation.ts";

export const getOpenApi = operation(
  contract,
  async () => openApiDocument(),
  () => undefined,
);
