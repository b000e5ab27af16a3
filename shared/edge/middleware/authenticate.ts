import type { MiddlewareObj } from "@middy/core";
import { isWellFormedAccessToken } from "../../kernel/access-token-form.ts";
import { isWellFormedApiKey } from "../../kernel/api-key-text.ts";
import { permissionOf } from "../../kernel/key-permissions.ts";
import { type CallingKey, insufficientPermission, isPermitted } from "../../kernel/key-terms.ts";
import type { Owner } from "../../kernel/owner.ts";
import { Refusal, type RefusalCode } from "../../kernel/refusal.ts";
import { type Mode, testOwnerOf } from "../../kernel/test-mode.ts";
import type { Credential } from "../contract/route.ts";
import type { EdgeServices } from "../edge-services.ts";
import { modeOfKey, modeOfToken } from "../mode-of-request.ts";
import type { RequestContext } from "../request-context.ts";
import { addressBucket, takeOrRefuse } from "./rate-limit.ts";

type CredentialCheck = (services: EdgeServices, context: RequestContext) => Promise<Owner | undefined>;

const CHECKS: Readonly<Record<Credential, CredentialCheck>> = {
  "api-key": ownerOfKey,
  "access-token": ownerOfToken,
};

/** For each kind of credential: the form of the other kind, and the code that names the kind that the route takes (D54). */
const MISTAKEN: Readonly<
  Record<Credential, { readonly isOther: (bearer: string) => boolean; readonly code: RefusalCode }>
> = {
  "access-token": { isOther: isWellFormedApiKey, code: "access_token_required" },
  "api-key": { isOther: isWellFormedAccessToken, code: "api_key_required" },
};

/** Every failed authentication gets the same text (D6). The code looks at the credential's form only, never at whether it is valid. */
function unauthorized({ endpoint: { auth }, bearer = "" }: RequestContext): Refusal {
  const [only] = auth;
  const mistaken = auth.length === 1 && only !== undefined && MISTAKEN[only].isOther(bearer);
  return new Refusal(mistaken ? MISTAKEN[only].code : "unauthorized", "unauthorized");
}

/**
 * Sets the owner by the first valid credential that the endpoint accepts. It refuses with 401, or with 403 when the
 * token lacks the scope or the key the permission (D47). An endpoint without credentials is open and has no owner.
 */
export function authenticate(services: () => EdgeServices): MiddlewareObj<RequestContext> {
  return {
    before: async ({ event: context }) => {
      const { auth } = context.endpoint;
      for (const credential of auth) {
        const owner = await CHECKS[credential](services(), context);
        if (owner === undefined) continue;
        context.owner = owner;
        return;
      }
      if (auth.length > 0) throw await refusalFor(services(), context);
    },
  };
}

/**
 * An unknown credential also takes a token from the bucket of the caller's address, so that invented credentials do not
 * bypass the limiter (D5).
 */
async function refusalFor(services: EdgeServices, context: RequestContext): Promise<Refusal> {
  if (context.bearer !== undefined) await takeOrRefuse(services, context, addressBucket(context.clientIp));
  return unauthorized(context);
}

async function ownerOfKey(services: EdgeServices, context: RequestContext): Promise<Owner | undefined> {
  const found = await services.ownerOfKey?.(context.bearer);
  if (found === undefined) return undefined;
  const mode = modeOfKey(context, found.key.mode);
  refuseWithoutPermission(context, found.key);
  context.key = found.key;
  return ownerIn(mode, found.owner);
}

/** Below this line, only the owner's id says that a request is in test mode (D48a). */
const ownerIn = (mode: Mode, owner: Owner): Owner => (mode === "test" ? testOwnerOf(owner) : owner);

/** An operation that the table of permissions lacks is refused for every key. */
function refuseWithoutPermission({ endpoint }: RequestContext, key: CallingKey): void {
  if (endpoint.hasTools) return;
  const needed = permissionOf(endpoint.operationId);
  if (needed === "none") return;
  if (needed === undefined || !isPermitted(key, needed)) throw insufficientPermission();
}

async function ownerOfToken(
  { tokenVerifier, requiredScope, administratorRole = "" }: EdgeServices,
  context: RequestContext,
): Promise<Owner | undefined> {
  const { bearer, endpoint } = context;
  const token = bearer === undefined ? undefined : await tokenVerifier?.verify(bearer);
  if (token === undefined) return undefined;
  if (!token.scopes.includes(requiredScope)) throw new Refusal("insufficient_scope", "insufficient scope");
  // In a deployment without a role for administrators, nobody is an administrator.
  const isAdministrator = administratorRole !== "" && token.roles.includes(administratorRole);
  if (endpoint.role === "administrator" && !isAdministrator)
    throw new Refusal("role_required", "administrator role required");
  context.token = token;
  return ownerIn(modeOfToken(context), token.sub);
}
