import { databaseCheck, dynamo } from "../aws/wiring.ts";
import { readinessCheck } from "../edge/check-readiness.ts";
import type { EdgeServices } from "../edge/edge-services.ts";
import { inCallersTime } from "../edge/test-clock-wiring.ts";
import { idempotency, openEdgeServices } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { Caller } from "./describe-caller.ts";
import { nameOfCaller } from "./name-of-caller.ts";
import { issuerCheck } from "./oidc/discovery.ts";
import { JoseTokenVerifier } from "./oidc/jose-token-verifier.ts";
import { UserInfoClient } from "./oidc/user-info-client.ts";
import type { PeopleDirectory } from "./ports.ts";

/** Services for routes that take access tokens. */
export const accessTokenServices = /* @__PURE__ */ once((): EdgeServices => {
  const tokenVerifier = new JoseTokenVerifier({ issuer: config("OIDC_ISSUER"), audience: config("OIDC_AUDIENCE") });
  return {
    ...openEdgeServices(),
    administratorRole: config("ADMINISTRATOR_ROLE"),
    tokenVerifier,
    inOwnTime: inCallersTime,
  };
});

/** Services for routes that take access tokens and an idempotency key. */
export const idempotentTokenServices = /* @__PURE__ */ once(
  (): EdgeServices => ({ ...accessTokenServices(), idempotency: idempotency() }),
);

const userInfo = /* @__PURE__ */ once(() => new UserInfoClient(config("OIDC_ISSUER"), basics().realClock));

export const callerName = /* @__PURE__ */ once(() => {
  const deps = { ...basics(), userInfo: userInfo() };
  return (caller: Caller): Promise<string | undefined> => nameOfCaller(deps, caller);
});

export const sessionServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  userInfo: userInfo(),
  administratorRole: config("ADMINISTRATOR_ROLE"),
}));

/** The directory of people, if the issuer has one. Its client is loaded at the first look-up, and signs with the process's AWS credentials. */
function people(): PeopleDirectory | undefined {
  const poolId = config("COGNITO_USER_POOL_ID");
  if (poolId === undefined) return undefined;
  const credentials = () => dynamo().config.credentials();
  const options = { poolId, endpoint: config("COGNITO_ENDPOINT"), credentials };
  return lazyPort(async (): Promise<PeopleDirectory> => {
    const { UserPoolPeople } = await import("./provider/user-pool-people.ts");
    return new UserPoolPeople(options);
  }, ["search", "named"]);
}

export const peopleServices = /* @__PURE__ */ once(() => ({ ...basics(), people: people() }));

/** The service is ready when its database and its issuer answer. */
export const readinessServices = /* @__PURE__ */ once(() => ({
  checkReadiness: readinessCheck({ ...basics(), database: databaseCheck(), oidc: issuerCheck(config("OIDC_ISSUER")) }),
}));
