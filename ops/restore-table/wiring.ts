import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { TableDefinition } from "../../lib/tables.ts";
import { callLimits } from "../../shared/aws/call-limits.ts";
import { config } from "../../shared/kernel/config.ts";
import { once } from "../../shared/kernel/once.ts";
import { awsCall } from "../doctor/aws-call.ts";
import { regionOfMachine } from "../doctor/stage-account.ts";
import { DynamoTableControl } from "./dynamo-table-control.ts";
import { IamRolePolicies } from "./iam-role-policies.ts";
import { LambdaStreamMappings } from "./lambda-stream-mappings.ts";
import { patientCall } from "./patient-call.ts";
import type { RestoreTableServices } from "./port.ts";

const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 5;

/** A stage of an older release may not name every table, so a name is read only when it is needed. */
const NAMES: Readonly<Record<TableDefinition["name"], () => string>> = {
  Config: () => config("CONFIG_TABLE"),
  ApiKeys: () => config("API_KEYS_TABLE"),
  Notifications: () => config("NOTIFICATIONS_TABLE"),
  Chat: () => config("CHAT_TABLE"),
  Events: () => config("EVENTS_TABLE"),
  Webhooks: () => config("WEBHOOKS_TABLE"),
  Ephemeral: () => config("EPHEMERAL_TABLE"),
};

/** Creates the services, or throws if the region is missing. */
export const restoreTableServices = once((): RestoreTableServices => {
  const region = regionOfMachine();
  if (region === undefined) throw new Error("AWS_REGION must say where the stage is");
  const requestHandler = callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS);
  const pace = { now: Date.now, pause: (ms: number) => pause(ms) };
  const aws = patientCall(awsCall(), pace);
  return {
    tables: new DynamoTableControl(new DynamoDBClient({ region, maxAttempts: MAX_ATTEMPTS, requestHandler })),
    mappings: new LambdaStreamMappings(aws, region),
    policies: new IamRolePolicies(aws),
    pace,
    tableName: (table) => NAMES[table](),
  };
});
