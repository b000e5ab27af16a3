import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  type DynamoDBDocumentClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from "@aws-sdk/lib-dynamodb";
import type { Command } from "@smithy/types";
import { type Address, addressOf, directAnswer } from "./direct-call.ts";
import { MARSHALL_OPTIONS, OPERATIONS } from "./dynamo-format.ts";

type DocumentCommand<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Command<
  ServiceInputTypes,
  Input,
  ServiceOutputTypes,
  Output,
  DynamoDBDocumentClientResolvedConfig
>;

/** The choice to use direct calls, which is set in a deployment that uses them. */
export interface DirectCallsChoice {
  /** Called for every call that could have been direct and is made by the SDK instead. */
  onFallback(): void;
}

export interface DirectCallsOptions extends DirectCallsChoice {
  /** The longest time to wait for the body of an answer. The client's own timeout bounds the wait for the headers. */
  readonly bodyTimeoutMs: number;
}

/**
 * After a direct call has failed, calls go through the SDK for this long: otherwise a store that fails would be asked
 * twice for every call.
 */
const REST_MS = 1000;

/**
 * A document client whose frequent commands skip the SDK's chain of steps, which costs more processor time than the
 * exchange itself. Direct calls use only the SDK's parts: its credentials, sockets and exceptions.
 * A result that is neither a success nor an answer by exception (an outage, throttling, a wrong clock) makes the SDK
 * send the call again, with its retries, and all calls of the next second go through the SDK as well. The client learns
 * the address and the scope to sign for from its first call, which the SDK makes. `$metadata.attempts` counts the
 * direct try too.
 * A direct call ignores the abort signal in its options, so a caller with a deadline has to race it. Middleware that is
 * added to the client sees only the calls that the SDK makes. The client answers with promises alone; it takes no
 * callbacks.
 */
export class DirectDocumentClient extends DynamoDBDocumentClient {
  readonly #options: DirectCallsOptions;
  #address: Address | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(client: DynamoDBClient, options: DirectCallsOptions) {
    // The SDK writes into the options that it is given, so it gets a copy.
    super(client, { marshallOptions: { ...MARSHALL_OPTIONS } });
    this.#options = options;
    this.middlewareStack.add(
      (next) => (args) => {
        this.#address = addressOf(args.request) ?? this.#address;
        return next(args);
      },
      // This step runs after the SDK has signed the request.
      { step: "deserialize", name: "directCallsAddress" },
    );
  }

  override send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: DocumentCommand<Input, Output>,
    options?: object,
  ): Promise<Output>;
  override async send(
    command: DocumentCommand<ServiceInputTypes, ServiceOutputTypes>,
    options?: object,
  ): Promise<ServiceOutputTypes> {
    const operation = OPERATIONS.get(command.constructor);
    const address = this.#address;
    if (operation === undefined || address === undefined) return super.send(command, options);
    const { bodyTimeoutMs, onFallback } = this.#options;
    if (performance.now() < this.#restsUntil) {
      onFallback();
      return super.send(command, options);
    }
    const answer = await directAnswer(this.config, { address, operation, input: command.input }, bodyTimeoutMs);
    if (answer !== undefined) return answer;
    this.#restsUntil = performance.now() + REST_MS;
    onFallback();
    const output = await super.send(command, options);
    output.$metadata.attempts = (output.$metadata.attempts ?? 1) + 1;
    return output;
  }
}
