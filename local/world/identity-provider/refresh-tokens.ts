import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { writePrivateJson } from "./private-file.ts";

const LIFETIME_MS = 30 * 24 * 3600 * 1000;
/** Sign-ins kept; the oldest give way. */
const MAX_FAMILIES = 1000;

/** What a user agreed to at one sign-in; every token of that sign-in is made from it. */
const signIn = z.object({
  sub: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  organizationId: z.string().optional(),
  sid: z.string(),
  authTimeSeconds: z.number(),
});
export type SignIn = z.infer<typeof signIn>;

/** One sign-in's chain of refresh tokens, of which only the last is good. Only its hash is kept. */
const family = z.object({ currentHash: z.string(), endsAtMs: z.number(), signIn });
const familyFile = z.array(z.tuple([z.string(), family]));

export type RefreshTokens = {
  issue(signIn: SignIn): { token: string; familyId: string };
  /** The sign-in of a good token. A token that was used before ends the whole family: RFC 9700, 4.14.2. */
  find(token: string, clientId: string): SignIn | undefined;
  /** The successor of a token that `find` knew. */
  rotate(token: string): string | undefined;
  revoke(familyId: string): void;
};

/** Kept in a file, so that a panel stays signed in over a restart. */
export function openRefreshTokens(path: string, clock: () => number): RefreshTokens {
  const families = new Map(readFamilies(path).filter(([, { endsAtMs }]) => endsAtMs > clock()));
  const save = () => writePrivateJson(path, [...families]);
  const put = (familyId: string, granted: SignIn) => {
    const token = `${familyId}.${randomBytes(32).toString("base64url")}`;
    families.delete(familyId);
    families.set(familyId, { currentHash: hashOf(token), endsAtMs: clock() + LIFETIME_MS, signIn: granted });
    for (const oldest of [...families.keys()].slice(0, Math.max(0, families.size - MAX_FAMILIES)))
      families.delete(oldest);
    save();
    return token;
  };
  const revoke = (familyId: string) => {
    if (families.delete(familyId)) save();
  };
  return {
    issue(granted) {
      const familyId = randomBytes(16).toString("base64url");
      return { token: put(familyId, granted), familyId };
    },
    find(token, clientId) {
      const found = families.get(familyOf(token));
      if (!found || found.signIn.clientId !== clientId || found.endsAtMs <= clock()) return undefined;
      if (found.currentHash === hashOf(token)) return found.signIn;
      revoke(familyOf(token));
      return undefined;
    },
    rotate(token) {
      const found = families.get(familyOf(token));
      return found && put(familyOf(token), found.signIn);
    },
    revoke,
  };
}

const familyOf = (token: string): string => token.split(".", 1).join("");
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** An unreadable file only means that people sign in again. */
function readFamilies(path: string): z.infer<typeof familyFile> {
  try {
    return familyFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return [];
  }
}
