import type { AccessToken } from "./ports.ts";

/** The person behind a request with an access token. */
export interface CallerIdentity {
  readonly bearer: string;
  readonly token: AccessToken;
}
