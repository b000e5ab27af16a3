import { Readable } from "node:stream";
import type { HttpHandlerOptions, HttpRequest, HttpResponse, MiddlewareStack, RequestSigner } from "@smithy/types";

/** What a direct call needs of a client of the AWS SDK: its own signer, its own sockets and timeouts, and a way in. */
export interface DirectClient<Input extends object, Output extends object> {
  readonly config: {
    signer(): Promise<RequestSigner>;
    readonly requestHandler: {
      handle(request: HttpRequest, options?: HttpHandlerOptions): Promise<{ response: HttpResponse }>;
    };
  };
  readonly middlewareStack: MiddlewareStack<Input, Output>;
}

export interface DirectCallsOptions<Input extends object, Output extends object> {
  readonly format: WireFormat<Input, Output>;
  /** A body that stops coming is no answer. Headers have the client's own timeout. */
  readonly bodyTimeoutMs: number;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** How the commands of one service look on the wire (AWS JSON 1.0). Commands that it does not know take the ordinary way. */
export interface WireFormat<Input extends object, Output extends object> {
  /** The prefix of `X-Amz-Target`. */
  readonly target: string;
  /** The body of a request, or undefined for the ordinary way. */
  encode(command: string, input: Input): object | undefined;
  decode(answer: JsonObject): Output;
  /** Throws what the SDK would throw for an error that is an answer; returns for every other one. */
  throwAnswer(answer: JsonObject): void;
  /** Requests of one name go to one address. */
  destinationOf(input: Input): string;
}

type Address = Pick<HttpRequest, "protocol" | "hostname" | "port" | "path">;

/**
 * Lets the commands of `format` skip the SDK's chain of steps, which costs more processor time than the exchange itself, and use only its
 * parts: signer, sockets, exceptions. Whatever is neither success nor an answer by exception (an outage, throttling, a clock that is
 * wrong) is left to the ordinary way, which tries again. Where to call is learnt from the first call, which goes the ordinary way.
 * A direct call does not hear the abort signal of its options: who cannot wait must race it.
 */
export function addDirectCalls<Input extends object, Output extends object>(
  client: DirectClient<Input, Output>,
  options: DirectCallsOptions<Input, Output>,
): void {
  const { format } = options;
  const addresses = new Map<string, Address>();
  // It prepares every input and output for a logger that is never there.
  client.middlewareStack.remove("loggerMiddleware");
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const address = addresses.get(format.destinationOf(args.input));
        const call = { command: commandName.replace(/Command$/, ""), input: args.input };
        return (address && (await directAnswer(client, options, { address, ...call }))) ?? next(args);
      },
    { step: "initialize", priority: "low", name: "directCalls" },
  );
  client.middlewareStack.add(
    (next) => (args) => {
      const { input, request } = args;
      if (isRequest(request)) addresses.set(format.destinationOf(input), addressOf(request));
      return next(args);
    },
    { step: "build", name: "directCallsAddress" },
  );
}

interface Call<Input> {
  readonly address: Address;
  readonly command: string;
  readonly input: Input;
}

/** Undefined when the ordinary way has to see to it. */
async function directAnswer<Input extends object, Output extends object>(
  client: DirectClient<Input, Output>,
  { format, bodyTimeoutMs }: DirectCallsOptions<Input, Output>,
  { address, command, input }: Call<Input>,
): Promise<{ response: HttpResponse; output: Output } | undefined> {
  const body = format.encode(command, input);
  if (body === undefined) return undefined;
  const request = requestOf(address, `${format.target}.${command}`, JSON.stringify(body));
  const exchanged = await exchange(client, request, bodyTimeoutMs).catch(() => undefined);
  if (exchanged === undefined) return undefined;
  const { response, answer } = exchanged;
  // An answer that cannot be read is none.
  if (response.statusCode === 200) return decoded(format, { response, answer });
  format.throwAnswer(answer);
  return undefined;
}

function decoded<Input extends object, Output extends object>(
  format: WireFormat<Input, Output>,
  { response, answer }: { readonly response: HttpResponse; readonly answer: JsonObject },
): { response: HttpResponse; output: Output } | undefined {
  try {
    return { response, output: format.decode(answer) };
  } catch {
    return undefined;
  }
}

const signers = new WeakMap<object, Promise<RequestSigner>>();

function signerOf<Input extends object, Output extends object>(
  client: DirectClient<Input, Output>,
): Promise<RequestSigner> {
  const signer = signers.get(client) ?? client.config.signer();
  signers.set(client, signer);
  return signer;
}

async function exchange<Input extends object, Output extends object>(
  client: DirectClient<Input, Output>,
  request: HttpRequest,
  bodyTimeoutMs: number,
) {
  const signer = await signerOf(client);
  const { response } = await client.config.requestHandler.handle(await signer.sign(request));
  const answer: unknown = JSON.parse(await textOf(response.body, bodyTimeoutMs));
  if (!isJsonObject(answer)) throw new Error("the answer is not an object");
  return { response, answer };
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRequest = (request: unknown): request is HttpRequest =>
  typeof request === "object" && request !== null && "hostname" in request && "protocol" in request;

const addressOf = ({ protocol, hostname, port, path }: HttpRequest): Address => ({
  protocol,
  hostname,
  path,
  ...(port !== undefined && { port }),
});

function requestOf(address: Address, target: string, body: string): HttpRequest {
  const host = address.port === undefined ? address.hostname : `${address.hostname}:${address.port}`;
  return {
    ...address,
    method: "POST",
    headers: {
      host,
      "content-type": "application/x-amz-json-1.0",
      "content-length": String(Buffer.byteLength(body)),
      "x-amz-target": target,
    },
    body,
  };
}

function textOf(body: unknown, timeoutMs: number): Promise<string> {
  if (!(body instanceof Readable)) throw new Error("the answer has no body that can be read");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => body.destroy(new Error("the answer did not end in time")), timeoutMs);
    body.on("data", (chunk: Buffer) => chunks.push(chunk));
    body.once("end", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString());
    });
    body.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    body.once("close", () => reject(new Error("the answer broke off")));
  });
}
