import { dynamoClient } from "../adapters/dynamo/dynamo-client.ts";
import { tableCheck } from "../adapters/dynamo/table-check.ts";
import { issuerCheck } from "../adapters/oidc/discovery.ts";
import { readinessCheck } from "../use-cases/system/check-readiness.ts";
import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";

export const systemServices = once(() => ({
  checkReadiness: readinessCheck({
    // A client of its own: a check that retries would tell of a service that limps as if it ran.
    database: tableCheck(dynamoClient({ maxAttempts: 1 }), config().CONFIG_TABLE),
    oidc: issuerCheck(config().OIDC_ISSUER),
    clock: basics().clock,
    log: basics().log,
  }),
}));
