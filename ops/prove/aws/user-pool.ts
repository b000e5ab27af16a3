import { randomBytes } from "node:crypto";
import * as z from "zod";
import { PROOF_TAG } from "../../../lib/proof-tag.ts";
import type { Left } from "../port.ts";
import { type AwsAt, AwsRefusal } from "./aws-at.ts";

/** Cognito puts this scope into every access token of a sign-in by password. */
export const POOL_SCOPE = "aws.cognito.signin.user.admin";
/** A run of `herald prove` lasts hours, so its tokens live as long as Cognito allows. */
const TOKEN_HOURS = 24;
const PAGE = 60;
const MAX_PAGES = 50;
const PASSWORD_BYTES = 24;

const made = z.looseObject({ UserPool: z.looseObject({ Id: z.string() }) });
const described = z.looseObject({
  UserPool: z.looseObject({ UserPoolTags: z.record(z.string(), z.string()).default({}) }),
});
const client = z.looseObject({ UserPoolClient: z.looseObject({ ClientId: z.string() }) });
const pools = z.looseObject({
  UserPools: z.array(z.looseObject({ Id: z.string(), Name: z.string() })).default([]),
  NextToken: z.string().optional(),
});
const clients = z.looseObject({ UserPoolClients: z.array(z.looseObject({ ClientId: z.string() })).default([]) });
const signedIn = z.looseObject({ AuthenticationResult: z.looseObject({ AccessToken: z.string() }) });

/**
 * Manages the user pool of a run of `herald prove`, which is the identity provider that the stage of the run trusts.
 * The users of the pool are the owners with which `herald prove` works.
 */
export class ProofUserPool {
  readonly #aws: AwsAt;
  readonly #stage: string;
  readonly #name: string;
  #id: string | undefined;
  readonly #passwords = new Map<string, string>();

  constructor(aws: AwsAt, stage: string) {
    this.#aws = aws;
    this.#stage = stage;
    this.#name = `herald-${stage}`;
  }

  /** Creates the pool and returns its issuer. */
  async make(signal: AbortSignal): Promise<string> {
    const input = {
      PoolName: this.#name,
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      DeletionProtection: "INACTIVE",
      UserPoolTags: { service: "herald", [PROOF_TAG]: this.#stage },
    };
    const { UserPool } = made.parse(await this.#aws.json("cognito-idp", "CreateUserPool", input, signal));
    const ofClient = {
      UserPoolId: UserPool.Id,
      ClientName: "proof",
      ExplicitAuthFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
      AccessTokenValidity: TOKEN_HOURS,
    };
    client.parse(await this.#aws.json("cognito-idp", "CreateUserPoolClient", ofClient, signal));
    return this.#issuer(UserPool.Id);
  }

  /** Returns the issuer of the existing pool. */
  async issuer(signal: AbortSignal): Promise<string> {
    return this.#issuer(await this.#required(signal));
  }

  async signIn(owner: string, signal: AbortSignal): Promise<string> {
    const UserPoolId = await this.#required(signal);
    const listed = await this.#aws.json("cognito-idp", "ListUserPoolClients", { UserPoolId, MaxResults: 1 }, signal);
    const [{ ClientId = "" } = {}] = clients.parse(listed).UserPoolClients;
    const password = this.#passwords.get(owner) ?? (await this.#user(UserPoolId, owner, signal));
    const AuthParameters = { USERNAME: owner, PASSWORD: password };
    const input = { UserPoolId, ClientId, AuthFlow: "ADMIN_USER_PASSWORD_AUTH", AuthParameters };
    const answer = await this.#aws.json("cognito-idp", "AdminInitiateAuth", input, signal);
    return signedIn.parse(answer).AuthenticationResult.AccessToken;
  }

  /** Deletes the pools of this name that `herald prove` created. Returns how many there were. */
  async remove(signal: AbortSignal): Promise<number> {
    const ids = await this.#ids(signal);
    for (const id of ids)
      if (!(await this.#isOwn(id, signal)))
        throw new Error(`no proof made the user pool ${id}: it lacks the tag ${PROOF_TAG}=${this.#stage}`);
    for (const UserPoolId of ids) await this.#aws.json("cognito-idp", "DeleteUserPool", { UserPoolId }, signal);
    return ids.length;
  }

  async left(signal: AbortSignal): Promise<readonly Left[]> {
    const { region } = this.#aws;
    const left: Left[] = [];
    for (const id of await this.#ids(signal)) {
      const at = `--region ${region} --user-pool-id ${id}`;
      if (await this.#isOwn(id, signal))
        left.push({ what: `the user pool ${this.#name}`, command: `aws cognito-idp delete-user-pool ${at}` });
      else
        left.push({
          what: `the user pool ${this.#name} ${id} (no proof made it)`,
          command: `aws cognito-idp describe-user-pool ${at}`,
        });
    }
    return left;
  }

  readonly #issuer = (id: string): string => `https://cognito-idp.${this.#aws.region}.amazonaws.com/${id}`;

  async #required(signal: AbortSignal): Promise<string> {
    if (this.#id !== undefined) return this.#id;
    for (const id of await this.#ids(signal))
      if (await this.#isOwn(id, signal)) {
        this.#id = id;
        return id;
      }
    throw new Error(`there is no user pool ${this.#name}`);
  }

  async #isOwn(UserPoolId: string, signal: AbortSignal): Promise<boolean> {
    const answer = await this.#aws.json("cognito-idp", "DescribeUserPool", { UserPoolId }, signal);
    return described.parse(answer).UserPool.UserPoolTags[PROOF_TAG] === this.#stage;
  }

  /** Creates a user with a password that only this process knows, and returns the password. */
  async #user(UserPoolId: string, Username: string, signal: AbortSignal): Promise<string> {
    const user = { UserPoolId, Username };
    await this.#aws.json("cognito-idp", "AdminCreateUser", { ...user, MessageAction: "SUPPRESS" }, signal);
    // Cognito demands one character of each sort.
    const Password = `Aa1!${randomBytes(PASSWORD_BYTES).toString("base64url")}`;
    await this.#aws.json("cognito-idp", "AdminSetUserPassword", { ...user, Password, Permanent: true }, signal);
    this.#passwords.set(Username, Password);
    return Password;
  }

  /** Finds pools by name, because a killed run may have created a pool without learning its id. */
  async #ids(signal: AbortSignal): Promise<readonly string[]> {
    const ids: string[] = [];
    let token: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const input = token === undefined ? { MaxResults: PAGE } : { MaxResults: PAGE, NextToken: token };
      const { UserPools, NextToken } = pools.parse(await this.#aws.json("cognito-idp", "ListUserPools", input, signal));
      ids.push(...UserPools.filter(({ Name }) => Name === this.#name).map(({ Id }) => Id));
      if (NextToken === undefined) return ids;
      token = NextToken;
    }
    throw new AwsRefusal(`the region has more than ${PAGE * MAX_PAGES} user pools`);
  }
}
