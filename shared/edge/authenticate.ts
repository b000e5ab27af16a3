import type { MiddlewareObj } from "@middy/core";
import { Refusal } from "../kernel/refusal.ts";
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
      const owner =
        auth === "api-key" ? await frame().ownerOfKey?.(exchange.bearer) : await ownerOfToken(frame(), exchange);
      if (owner === undefined) throw await refusalFor(frame(), exchange);
      exchange.owner = owner;
    },
  };
}

/** A credential that nobody knows also draws on the caller's address, so that inventing tokens is no way round the limiter (D5). */
async function refusalFor(frame: Frame, { operation, bearer, clientIp }: Exchange): Promise<Refusal> {
  if (bearer !== undefined) await takeOrRefuse(frame, operation.route, addressBucket(clientIp));
  return unauthorized();
}

async function ownerOfToken(
  { tokenVerifier, requiredScope, administratorRole = "" }: Frame,
  exchange: Exchange,
): Promise<string | undefined> {
  const { bearer, operation } = exchange;
  const token = bearer === undefined ? undefined : await tokenVerifier?.verify(bearer);
  if (token === undefined) return undefined;
  if (!token.scopes.includes(requiredScope)) throw new Refusal("insufficient_scope", "insufficient scope");
  // Without a configured role nobody is an administrator.
  const isAdministrator = administratorRole !== "" && token.roles.includes(administratorRole);
  if (operation.route.role === "administrator" && !isAdministrator)
    throw new Refusal("role_required", "administrator role required");
  exchange.token = token;
  return token.sub;
}
