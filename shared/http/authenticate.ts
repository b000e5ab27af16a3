import type { MiddlewareObj } from "@middy/core";
import { isRateLimited } from "../contract/route.ts";
import { isUsable, isWellFormedApiKey } from "../domain/api-key.ts";
import { Refusal } from "../domain/errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Frame } from "./frame.ts";
import { addressBucket, takeOrRefuse } from "./rate-limit.ts";

/** Every way of not being let in looks the same (D6). */
const unauthorized = (): Refusal => new Refusal("unauthorized", "unauthorized");

/** Sets the exchange's owner, or refuses with 401, or with 403 when the token lacks the scope. */
export function authenticate(frame: () => Frame): MiddlewareObj<Exchange> {
  return {
    before: async ({ event: exchange }) => {
      const { auth } = exchange.operation.route;
      if (auth === "none") return;
      const owner = auth === "api-key" ? await ownerOfKey(frame(), exchange) : await ownerOfToken(frame(), exchange);
      if (owner === undefined) throw await refusalFor(frame(), exchange);
      exchange.owner = owner;
    },
  };
}

/** A credential that nobody knows also draws on the caller's address, so that inventing tokens is no way round the limiter (D5). */
async function refusalFor(frame: Frame, { operation, bearer, clientIp }: Exchange): Promise<Refusal> {
  if (bearer !== undefined && isRateLimited(operation.route.path)) await takeOrRefuse(frame, addressBucket(clientIp));
  return unauthorized();
}

async function ownerOfKey(
  { apiKeys, identifiers, clock, log }: Frame,
  { bearer }: Exchange,
): Promise<string | undefined> {
  if (bearer === undefined || !isWellFormedApiKey(bearer)) return undefined;
  const hash = identifiers.hash(bearer);
  const key = await apiKeys?.findByHash(hash);
  if (key === undefined || !isUsable(key, clock.now())) return undefined;
  try {
    await apiKeys?.noteUse(key, hash, new Date(clock.now()).toISOString());
  } catch (error) {
    // When a key was last used is for its owner to look at; no request fails over it.
    log.error("api_key.use_not_noted", error);
  }
  return key.owner;
}

async function ownerOfToken(
  { tokenVerifier, requiredScope }: Frame,
  { bearer }: Exchange,
): Promise<string | undefined> {
  const token = bearer === undefined ? undefined : await tokenVerifier?.verify(bearer);
  if (token !== undefined && !token.scopes.includes(requiredScope))
    throw new Refusal("insufficient_scope", "insufficient scope");
  return token?.sub;
}
