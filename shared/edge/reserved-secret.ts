import { isObject } from "../kernel/json-object.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";
import { type BoundOperation, RESERVED_SECRET_BYTES } from "./bound-operation.ts";
import type { MadeSecret } from "./contract/route.ts";
import type { EdgeServices } from "./edge-services.ts";

/** No account has such an id, so that a reserved secret opens as nothing else. */
const ACCOUNT_PREFIX = "reserved#";

interface SecretRequest {
  readonly owner: Owner;
  readonly key: string;
}

/**
 * The random bytes of a secret that a request makes. They are the same for every try with one idempotency key, and are
 * stored only in encrypted form.
 */
export interface ReservedSecrets {
  make(): Promise<{ readonly entropy: Uint8Array; readonly sealed: Sealed }>;
  open(sealed: Sealed | undefined): Promise<Uint8Array>;
  /** Removes the secret from an answer before it is kept. */
  withoutSecret(body: string): string;
  /** Adds the secret to a kept answer again, made from its random bytes. */
  withSecret(body: string, sealed: Sealed | undefined): Promise<string>;
}

/** Returns undefined for a route whose answers hold no secret. */
export function reservedSecrets(
  { secretBox, identifiers }: EdgeServices,
  { route: { operationId, madeSecret } }: BoundOperation,
  { owner, key }: SecretRequest,
): ReservedSecrets | undefined {
  if (madeSecret === undefined) return undefined;
  if (secretBox === undefined) throw new Error(`${operationId} makes a secret, and has no box to keep it in`);
  const binding = { owner, accountId: ACCOUNT_PREFIX + identifiers.hash(`${operationId}\n${key}`) };
  const open: ReservedSecrets["open"] = async (sealed) => {
    if (sealed === undefined) throw new Error(`no secret was reserved for ${operationId}`);
    return Buffer.from(await secretBox.open(sealed, binding), "base64");
  };
  return {
    make: async () => {
      const entropy = identifiers.randomBytes(RESERVED_SECRET_BYTES);
      return { entropy, sealed: await secretBox.seal(Buffer.from(entropy).toString("base64"), binding) };
    },
    open,
    withoutSecret: (body) => withField(body, madeSecret, () => null),
    withSecret: async (body, sealed) => {
      const entropy = await open(sealed);
      return withField(body, madeSecret, (answer) => madeSecret.textOf(entropy, answer));
    },
  };
}

/** The field keeps its position, so that a repeated answer has the same bytes. */
function withField(
  body: string,
  { field }: MadeSecret,
  make: (answer: Record<string, unknown>) => string | null,
): string {
  const answer: unknown = JSON.parse(body);
  if (!isObject(answer) || !(field in answer)) throw new Error(`an answer lacks its field ${field}`);
  return JSON.stringify({ ...answer, [field]: make(answer) });
}
