import { Readable } from "node:stream";
import type { HttpHandlerOptions, HttpRequest, HttpResponse, MiddlewareStack } from "@smithy/types";
import { type Credentials, type SigningScope, signedHeaders } from "./request-signature.ts";

/** The parts of an AWS SDK client that a direct call uses: its credentials, its sockets and timeouts, and its `send`. */
export interface DirectClient<Input extends object, Output extends object> {
  readonly config: {
    credentials(): Promise<Credentials>;
    /** Milliseconds by which the service's clock is ahead, as the SDK has learnt it. */
    readonly systemClockOffset: number;
    readonly requestHandler: {
      handle(request: HttpRequest, options?: HttpHandlerOptions): Promise<{ response: HttpResponse }>;
    };
  };
  readonly middlewareStack: MiddlewareStack<Input, Output>;
  send(command: Command<Input>, options?: object): unknown;
}

export interface Command<Input> {
  readonly input: Input;
}

export interface DirectCallsOptions<Input extends object, Output extends object> {
  readonly format: WireFormat<Input, Output>;
  /** A body that stops coming is no answer. Headers have the client's own timeout. */
  readonly bodyTimeoutMs: number;
}

export type JsonObject = Record<string, unknown>;

/** How the commands of one service look on the wire (AWS JSON 1.0). Commands that it does not know take the ordinary way. */
export interface WireFormat<Input extends object, Output extends object> {
  /** The prefix of `X-Amz-Target`. */
  readonly target: string;
  /** The operations, by the SDK's classes of their commands. */
  readonly operations: ReadonlyMap<unknown, string>;
  /** The body of a request. */
  encode(input: Input): object;
  decode(answer: JsonObject): Output;
  /** Throws what the SDK would throw for an error that is an answer; returns for every other one. */
  throwAnswer(answer: JsonObject): void;
  /** Requests of one name go to one address. */
  destinationOf(input: Input): string;
}

/** A store that fails, or a clock that is wrong, must not be asked twice for every call. */
const REST_MS = 1000;

interface Address extends Pick<HttpRequest, "protocol" | "hostname" | "port" | "path"> {
  readonly scope: SigningScope;
}

/**
 * Lets the commands of `format` skip the SDK's chain of steps, which costs more processor time than the exchange itself, and use only its
 * parts: credentials, sockets, exceptions. Whatever is neither success nor an answer by exception (an outage, throttling, a clock that is
 * wrong) is left to the ordinary way, which tries again, and so is every call of the next second. Where to call, and for which scope to
 * sign, is learnt from the first call, which goes the ordinary way.
 * A direct call does not hear the abort signal of its options: who cannot wait must race it. Steps that are added to the client see
 * only what goes the ordinary way; the chain is not even put together for a direct call, which would be a quarter of its cost.
 */
export function addDirectCalls<Input extends object, Output extends object>(
  client: DirectClient<Input, Output>,
  options: DirectCallsOptions<Input, Output>,
): void {
  const { format } = options;
  const addresses = new Map<string, Address>();
  client.middlewareStack.add(
    (next) => (args) => {
      const { input, request } = args;
      const address = isRequest(request) ? addressOf(request) : undefined;
      if (address !== undefined) addresses.set(format.destinationOf(input), address);
      return next(args);
    },
    // After the SDK has signed.
    { step: "deserialize", name: "directCallsAddress" },
  );
  const ordinary = client.send.bind(client);
  let restsUntil = Number.NEGATIVE_INFINITY;
  const direct = async (command: Command<Input>): Promise<Output | undefined> => {
    const { input } = command;
    const operation = format.operations.get(command.constructor);
    const address = addresses.get(format.destinationOf(input));
    if (operation === undefined || address === undefined || performance.now() < restsUntil) return undefined;
    const answer = await directAnswer(client, options, { address, operation, input });
    if (answer === undefined) restsUntil = performance.now() + REST_MS;
    return answer;
  };
  const send = async (command: Command<Input>, more?: object): Promise<unknown> =>
    (await direct(command)) ?? ordinary(command, more);
  Object.defineProperty(client, "send", { value: send, configurable: true, writable: true });
}

interface Call<Input> {
  readonly address: Address;
  readonly operation: string;
  readonly input: Input;
}

/** Undefined when the ordinary way has to see to it. */
async function directAnswer<Input extends object, Output extends object>(
  client: DirectClient<Input, Output>,
  { format, bodyTimeoutMs }: DirectCallsOptions<Input, Output>,
  { address, operation, input }: Call<Input>,
): Promise<Output | undefined> {
  const body = JSON.stringify(format.encode(input));
  const target = `${format.target}.${operation}`;
  const exchanged = await roundTrip(client, { address, target, body }, bodyTimeoutMs).catch(() => undefined);
  if (exchanged === undefined) return undefined;
  const { isSuccess, answer } = exchanged;
  if (isSuccess) return decoded(format, answer);
  format.throwAnswer(answer);
  return undefined;
}

/** An answer that cannot be read is none. */
function decoded<Input extends object, Output extends object>(
  format: WireFormat<Input, Output>,
  answer: JsonObject,
): Output | undefined {
  try {
    return format.decode(answer);
  } catch {
    return undefined;
  }
}

interface Message {
  readonly address: Address;
  readonly target: string;
  readonly body: string;
}

async function roundTrip<Input extends object, Output extends object>(
  { config }: DirectClient<Input, Output>,
  message: Message,
  bodyTimeoutMs: number,
) {
  const now = new Date(Date.now() + config.systemClockOffset);
  const request = requestOf(message, await config.credentials(), now);
  const { response } = await config.requestHandler.handle(request);
  const answer: unknown = JSON.parse(await textOf(response.body, bodyTimeoutMs));
  if (!isJsonObject(answer)) throw new Error("the answer is not an object");
  return { isSuccess: response.statusCode === 200, answer };
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRequest = (request: unknown): request is HttpRequest =>
  typeof request === "object" && request !== null && "hostname" in request && "protocol" in request;

/** The scope that the SDK has signed for; undefined for another kind of signature, or a path, which takes the ordinary way. */
const SCOPE = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request,/;

function addressOf({ protocol, hostname, port, path, headers }: HttpRequest): Address | undefined {
  const [, region, service] = SCOPE.exec(headers.authorization ?? "") ?? [];
  if (region === undefined || service === undefined || path !== "/") return undefined;
  return { protocol, hostname, path, ...(port !== undefined && { port }), scope: { region, service } };
}

function requestOf({ address, target, body }: Message, credentials: Credentials, now: Date): HttpRequest {
  const { scope, ...where } = address;
  const headers = {
    host: address.port === undefined ? address.hostname : `${address.hostname}:${address.port}`,
    "content-type": "application/x-amz-json-1.0",
    "content-length": String(Buffer.byteLength(body)),
    "x-amz-target": target,
  };
  return { ...where, method: "POST", headers: signedHeaders({ headers, body }, { credentials, scope, now }), body };
}

function textOf(body: unknown, timeoutMs: number): Promise<string> {
  if (!(body instanceof Readable)) throw new Error("the answer has no body that can be read");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isWhole = false;
    const timer = setTimeout(() => body.destroy(new Error("the answer did not end in time")), timeoutMs);
    body.on("data", (chunk: Buffer) => chunks.push(chunk));
    body.on("end", () => {
      isWhole = true;
      resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? "");
    });
    body.on("error", reject);
    // The last event, whatever came before.
    body.on("close", () => {
      clearTimeout(timer);
      if (!isWhole) reject(new Error("the answer broke off"));
    });
  });
}
