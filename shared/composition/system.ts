import { dynamoClient } from "../aws/dynamo/dynamo-client.ts";
import { tableCheck } from "../aws/dynamo/table-check.ts";
import { readinessCheck } from "../edge/check-readiness.ts";
import { issuerCheck } from "../identity/oidc/discovery.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";

export const systemServices = once(() => ({
  checkReadiness: readinessCheck({
    // A client of its own: a check that retries would tell of a service that limps as if it ran.
    database: tableCheck(dynamoClient({ maxAttempts: 1 }), config().CONFIG_TABLE),
    oidc: issuerCheck(config().OIDC_ISSUER),
    clock: basics().clock,
    log: basics().log,
  }),
}));
