import { httpFunction } from "../../../shared/edge/http-function.ts";
import { openFrame } from "../../../shared/keys/frame-wiring.ts";
import { getDocs } from "./get-docs.ts";
import { getDocsAsset } from "./get-docs-asset.ts";
import { getOpenApi } from "./get-open-api.ts";

export const handler = httpFunction(openFrame, [getOpenApi, getDocs, getDocsAsset]);
