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

/** The deployment's choice of direct calls. */
export interface DirectCallsChoice {
  /** Counts a call that could have been direct and takes the ordinary way. */
  onFallback(): void;
}

export interface DirectCallsOptions extends DirectCallsChoice {
  /** A body that stops coming is no answer. Headers have the client's own timeout. */
  readonly bodyTimeoutMs: number;
}

/** A store that fails, or a clock that is wrong, must not be asked twice for every call. */
const REST_MS = 1000;

/**
 * A client of documents whose frequent commands skip the SDK's chain of steps, which costs more processor time than the exchange itself,
 * and use only its parts: credentials, sockets, exceptions. Whatever is neither success nor an answer by exception (an outage, throttling,
 * a clock that is wrong) is left to the ordinary way, which tries again, and so is every call of the next second. Where to call, and for
 * which scope to sign, is learnt from the first call, which goes the ordinary way. `$metadata.attempts` counts the direct try too.
 * A direct call does not hear the abort signal of its options: who cannot wait must race it. Steps that are added to the client see
 * only what goes the ordinary way. It answers with promises alone, and calls nobody back.
 */
export class DirectDocumentClient extends DynamoDBDocumentClient {
  readonly #options: DirectCallsOptions;
  #address: Address | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(client: DynamoDBClient, options: DirectCallsOptions) {
    // A copy of the options: the SDK writes into what it is given.
    super(client, { marshallOptions: { ...MARSHALL_OPTIONS } });
    this.#options = options;
    this.middlewareStack.add(
      (next) => (args) => {
        this.#address = addressOf(args.request) ?? this.#address;
        return next(args);
      },
      // After the SDK has signed.
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
