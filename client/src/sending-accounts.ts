import { sendingAccount, testSendingAccount } from "./api-checks.ts";
import type { CallOptions, ChangeOptions, Tagged } from "./call.ts";
import { array } from "./check.ts";
import type { Transport } from "./transport.ts";
import type { SendingAccount, SendingAccountRequest, SentTest, TestSendRequest } from "./types.ts";

const PATH = "/api/v1/smtp-accounts";
const TOKEN = { credential: "access-token" } as const;
/** The service gives up on a test send after 20 seconds. */
const TEST_TIMEOUT_MS = 25_000;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Manages the accounts that mails are sent through. Needs an access token. */
export class SendingAccounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all sending accounts. */
  list(options: CallOptions = {}): Promise<SendingAccount[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(sendingAccount));
  }

  /** Creates an account; with `is_default` it sends the mails that name no account. */
  create(request: SendingAccountRequest, options: CallOptions = {}): Promise<Tagged<SendingAccount>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, sendingAccount);
  }

  /** Returns one account without its secret. */
  get(id: string, options: CallOptions = {}): Promise<Tagged<SendingAccount>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "GET", path: at(id) }, sendingAccount);
  }

  /** Replaces every field; a secret that is left out stays as it is. */
  replace(id: string, request: SendingAccountRequest, options: ChangeOptions = {}): Promise<Tagged<SendingAccount>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, sendingAccount);
  }

  /** Deletes the account; mails that wait for it fail. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }

  /**
   * Sends a test mail at once, without the queue, to `recipient` or to the account's own address. Status 502 means that the server refused;
   * the error's `detail` has the SMTP response.
   */
  test(id: string, request: TestSendRequest = {}, options: CallOptions = {}): Promise<SentTest> {
    const call = { ...options, timeoutMs: options.timeoutMs ?? TEST_TIMEOUT_MS };
    return this.#transport.json(
      { ...call, ...TOKEN, method: "POST", path: at(id, "/test"), json: request },
      testSendingAccount,
    );
  }
}
