import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults } from "../faults.ts";
import type { Account } from "../iam/account.ts";
import type { StreamSources } from "../lambda/stream-sources.ts";
import type { Internet } from "../network/internet.ts";
import type { Deployment } from "../resources/deployed.ts";
import type { TableControl } from "../tables/table-control.ts";
import type { Sessions } from "./credentials.ts";
import type { KeyEngines } from "./key-operations.ts";
import type { Need } from "./questions.ts";
import type { SignedRequest } from "./signature.ts";
import type { StoreAccess } from "./store-signature.ts";

/** Names the embedded engines that answer at AWS's addresses. */
export interface Engines extends KeyEngines {
  readonly tables: string;
  readonly tableControl: Pick<TableControl, "answer">;
  /** Returns the mappings of streams, or undefined before they exist. */
  readonly mappings: () => Pick<StreamSources, "list" | "add" | "remove"> | undefined;
  readonly queues: string;
  readonly objects: string;
  readonly provider: string;
  readonly storeCredentials: Pick<StoreAccess, "accessKeyId" | "secretAccessKey">;
}

export interface AwsFrontOptions {
  readonly accountId: string;
  readonly region: string;
  readonly internet: Internet;
  readonly sessions: Sessions;
  readonly account: Account;
  readonly deployment: Deployment;
  /** A service that is broken for a role answers none of its calls. */
  readonly faults: Faults;
  readonly engines: Engines;
  /** Returns the operation of a call in the chat provider's REST protocol. */
  readonly providerOperation: (method: string, path: string) => string | undefined;
}

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly options: AwsFrontOptions;
}

export interface Service {
  readonly name: "tables" | "queues" | "keys" | "objects" | "provider" | "functions" | "roles";
  /**
   * If true, the body is passed on as a stream, as files are. JSON services have small bodies, which are read first.
   */
  readonly isStreamed?: true;
  readonly answer: (call: Call, body: Buffer, allow: (needs: readonly Need[]) => void) => Promise<void>;
  readonly refuse: (response: ServerResponse, status: number, type: string, message: string) => void;
}

export function signedRequest(request: IncomingMessage, body: Buffer | undefined): SignedRequest {
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  return { method: request.method ?? "GET", path, query: new URLSearchParams(query), headers: request.headers, body };
}
