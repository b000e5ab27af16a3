import type { AccessToken } from "../edge/ports.ts";
import type { Log } from "../kernel/log.ts";
import type { CallerClaims } from "./domain/caller-claims.ts";
import { type UserInfoSource, UserInfoUnavailableError } from "./ports.ts";

export interface DescribeCallerDeps {
  readonly userInfo: UserInfoSource;
  readonly log: Log;
}

export interface Caller {
  readonly bearer: string;
  readonly token: AccessToken;
}

const NOTHING_SAID = {
  permissions: [],
  organizationPermissions: [],
  plans: [],
  productAccess: [],
  productPlans: [],
  organizationProductAccess: [],
  organizationRoles: [],
} as const;

/** Describes the caller by the token and by UserInfo, which knows more. If the provider is down, only the token's claims are shown. */
export async function describeCaller(
  { userInfo, log }: DescribeCallerDeps,
  { bearer, token }: Caller,
): Promise<CallerClaims> {
  const { sub, roles, groups, organizationId, expiresAtMs } = token;
  try {
    const claims = await userInfo.claimsOf({ bearer, sub, expiresAtMs });
    // The verified token alone says which roles the caller has.
    return { ...claims, roles, groups: groups.length > 0 ? groups : claims.groups };
  } catch (error) {
    if (!(error instanceof UserInfoUnavailableError)) throw error;
    log.warn("user_info.unavailable", { owner: sub });
    return { ...NOTHING_SAID, sub, roles, groups, organizationId };
  }
}
