import { getOpenApi as contract } from "../../../shared/edge/contract/docs.ts";
import { openApiDocument } from "../../../shared/edge/contract/openapi.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const getOpenApi = operation(
  contract,
  async () => openApiDocument(),
  () => undefined,
);
