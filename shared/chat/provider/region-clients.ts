import { SocialMessagingClient } from "@aws-sdk/client-socialmessaging";
import { callLimits } from "../../aws/call-limits.ts";

const CONNECT_TIMEOUT_MS = 2000;

export interface ClientLimits {
  readonly maxAttempts: number;
  readonly requestTimeoutMs: number;
}

/** Returns a function that gives the client of a region. A client is made at first use and kept while the process lives. */
export function regionClients({
  maxAttempts,
  requestTimeoutMs,
}: ClientLimits): (region: string) => SocialMessagingClient {
  const clients = new Map<string, SocialMessagingClient>();
  return (region) => {
    const known = clients.get(region);
    if (known !== undefined) return known;
    const client = new SocialMessagingClient({
      region,
      maxAttempts,
      requestHandler: callLimits(CONNECT_TIMEOUT_MS, requestTimeoutMs),
    });
    clients.set(region, client);
    return client;
  };
}
