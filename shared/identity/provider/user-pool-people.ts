import { signedHeaders } from "../../aws/direct-calls/request-signature.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Person } from "../domain/person.ts";
import { type PeopleDirectory, PeopleUnavailableError } from "../ports.ts";
import { type ListedPerson, peopleIn } from "./list-users-answer.ts";

/** A look-up may take this long: enough for a user pool, and short enough for a person who is typing. */
const TIMEOUT_MS = 3000;
/** The highest `Limit` that `ListUsers` takes. */
const MAX_LIMIT = 60;
const ATTRIBUTES = ["sub", "name", "given_name", "family_name", "preferred_username", "email"];

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface UserPoolOptions {
  /** A pool's id begins with its region: `eu-central-1_EXAMPLE`. */
  readonly poolId: string;
  /** The address to ask; AWS's own endpoint in the pool's region when absent. */
  readonly endpoint?: string | undefined;
  readonly credentials: () => Promise<Credentials>;
  readonly timeoutMs?: number;
}

/** Finds people by `ListUsers` of an Amazon Cognito user pool. It signs the requests itself, because the SDK's client is large. */
export class UserPoolPeople implements PeopleDirectory {
  readonly #options: UserPoolOptions;

  constructor(options: UserPoolOptions) {
    this.#options = options;
  }

  async search(text: string, limit: number): Promise<readonly Person[]> {
    const found = await inBatches(filtersOf(text), (filter) => this.#list(filter, limit));
    const byId = new Map(found.flat().map((person) => [person.id, person]));
    return [...byId.values()]
      .filter(({ isEnabled }) => isEnabled)
      .slice(0, limit)
      .map(withoutState);
  }

  async named(ids: readonly string[]): Promise<readonly Person[]> {
    const found = await inBatches(ids, (id) => this.#list(`sub = ${quoted(id)}`, 1));
    return found.flat().map(withoutState);
  }

  async #list(filter: string | undefined, limit: number): Promise<readonly ListedPerson[]> {
    const { poolId, timeoutMs = TIMEOUT_MS } = this.#options;
    const input = {
      UserPoolId: poolId,
      AttributesToGet: ATTRIBUTES,
      Limit: Math.min(limit, MAX_LIMIT),
      ...(filter === undefined ? {} : { Filter: filter }),
    };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(await this.#request(JSON.stringify(input), signal));
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`ListUsers answered ${response.status}: ${kindOf(answer)}`);
      return peopleIn(answer);
    } catch (cause) {
      throw new PeopleUnavailableError("the user pool did not list its people", { cause });
    }
  }

  async #request(body: string, signal: AbortSignal): Promise<Request> {
    const { poolId, endpoint, credentials } = this.#options;
    const [region = ""] = poolId.split("_");
    const url = new URL(endpoint ?? `https://cognito-idp.${region}.amazonaws.com`);
    const headers = {
      host: url.host,
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.ListUsers",
    };
    const signing = { credentials: await credentials(), scope: { region, service: "cognito-idp" }, now: new Date() };
    const { host: _host, ...signed } = signedHeaders({ headers, body }, signing);
    return new Request(url, { method: "POST", headers: signed, body, signal, redirect: "error" });
  }
}

const withoutState = ({ isEnabled: _isEnabled, ...person }: ListedPerson): Person => person;

/** Makes the filters for a text. A filter has one attribute and is case-sensitive, so names are tried in the usual spellings. */
function filtersOf(text: string): readonly (string | undefined)[] {
  if (text === "") return [undefined];
  const name = text.replace(/(?<!\S)./gu, (first) => first.toUpperCase());
  const asked = [
    ["name", text],
    ["name", name],
    ["family_name", name],
    ["email", text.toLowerCase()],
  ] as const;
  return [...new Set(asked.map(([attribute, start]) => `${attribute} ^= ${quoted(start)}`))];
}

/** Quotes a value in a filter, and escapes quotation marks as the reference of `ListUsers` does. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

const kindOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null && "__type" in answer ? String(answer.__type) : "no kind";
