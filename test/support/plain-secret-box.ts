import {
  type Sealed,
  type SecretBinding,
  type SecretBox,
  SecretBoxError,
} from "../../shared/kernel/secrets/secret-box.ts";

/** Seals by writing the binding beside the secret. Passes the same contract test as the real box (test/contract/ports/secret-box.test.ts). */
export function plainSecretBox(): SecretBox {
  const bound = ({ owner, accountId }: SecretBinding, plain: string) => JSON.stringify([owner, accountId, plain]);
  return {
    seal: async (plain, binding) =>
      Buffer.from(`${bound(binding, plain)} ${crypto.randomUUID()}`).toString("base64") as Sealed,
    async open(sealed, binding) {
      const text = Buffer.from(sealed, "base64").toString();
      try {
        const plain: string = JSON.parse(text.slice(0, text.lastIndexOf(" ")))[2];
        if (text.startsWith(`${bound(binding, plain)} `)) return plain;
      } catch {}
      throw new SecretBoxError("the secret does not open");
    },
  };
}
