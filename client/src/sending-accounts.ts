import { sendingAccount, testSendingAccount } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { array } from "./check.ts";
import type { Transport } from "./transport.ts";
import type { SendingAccount, SendingAccountRequest, SentTest, TestSendRequest } from "./types.ts";

const PATH = "/api/v1/smtp-accounts";
const TOKEN = { credential: "access-token" } as const;
/** The service gives up on a test send after 20 seconds. */
const TEST_TIMEOUT_MS = 25_000;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Needs an access token. */
export class SendingAccounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them. */
  list(options: CallOptions = {}): Promise<SendingAccount[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(sendingAccount));
  }

  /** With `is_default` it becomes the one of requests that name none. */
  create(request: SendingAccountRequest, options: CallOptions = {}): Promise<SendingAccount> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, sendingAccount);
  }

  /** One account, without its secret. */
  get(id: string, options: CallOptions = {}): Promise<SendingAccount> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) }, sendingAccount);
  }

  /** Replaces every field; only the secret may be left out, and is kept then. */
  replace(id: string, request: SendingAccountRequest, options: CallOptions = {}): Promise<SendingAccount> {
    return this.#transport.json({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, sendingAccount);
  }

  /** Mails that wait for it fail. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }

  /** Sends a mail at once, past the queue, to `recipient` or the account's own address. 502: the SMTP response is in the error's `detail`. */
  test(id: string, request: TestSendRequest = {}, options: CallOptions = {}): Promise<SentTest> {
    const call = { ...options, timeoutMs: options.timeoutMs ?? TEST_TIMEOUT_MS };
    return this.#transport.json(
      { ...call, ...TOKEN, method: "POST", path: at(id, "/test"), json: request },
      testSendingAccount,
    );
  }
}
