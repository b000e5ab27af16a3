import * as z from "zod";
import { idParams, listOf, nonBlank, oneOf } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";

const MAX_NAME = 40;
const MAX_NAMES = 100;
const positionError = "position must be an integer from 1";

const nameFields = {
  component: oneOf("component", ["header", "body", "button"]),
  position: z.int({ error: positionError }).min(1, { error: positionError }),
  name: nonBlank("name")
    .transform((name) => name.trim())
    .refine((name) => name.length <= MAX_NAME, { error: `name must have at most ${MAX_NAME} characters` }),
};

export const variableNamesRequest = z.strictObject({
  names: listOf("names", z.strictObject(nameFields), { most: MAX_NAMES }),
});

const variableNamesView = z
  .strictObject({
    names: z.array(
      z.strictObject({ component: z.enum(["header", "body", "button"]), position: z.int(), name: z.string() }),
    ),
  })
  .meta({ id: "VariableNames" });

const common = {
  group: "chat-templates",
  auth: ["access-token"],
  path: "/panel/api/chat-templates/{id}/names",
  params: idParams,
  success: { status: 200, schema: variableNamesView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  impact: "owners cannot manage their chat templates",
} as const;

export const getVariableNames = route({
  ...common,
  operationId: "getVariableNames",
  summary: "Read the names of a chat template's variables",
  method: "GET",
  uses: ["config:read"],
});

export const replaceVariableNames = route({
  ...common,
  operationId: "replaceVariableNames",
  changes: { kind: "chat_template", action: "changed" },
  summary: "Name the variables of a chat template",
  method: "PUT",
  body: variableNamesRequest,
  uses: ["config:read", "config:write"],
});
