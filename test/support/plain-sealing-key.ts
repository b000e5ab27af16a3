import { createSecretKey } from "node:crypto";
import type { SealingKey } from "../../shared/kernel/secrets/data-keys.ts";

/** Seals a data key by writing its purpose beside it, and counts what it is asked for. It does not answer while `isDown`. */
export function plainSealingKey(purpose = "account-secrets") {
  const answer = (): void => {
    if (key.isDown) throw new Error("the sealing key does not answer");
  };
  const key: SealingKey & { isDown: boolean; made: number; opened: number } = {
    ...{ isDown: false, made: 0, opened: 0 },
    async makeDataKey() {
      answer();
      key.made += 1;
      const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
      return Buffer.from(`${purpose}:${bytes.toString("hex")}`).toString("base64");
    },
    async openDataKey(sealed: string) {
      answer();
      key.opened += 1;
      const [sealedFor, hex = ""] = Buffer.from(sealed, "base64").toString().split(":");
      if (sealedFor !== purpose || hex.length !== 64) throw new Error("the data key does not open");
      return createSecretKey(Buffer.from(hex, "hex"));
    },
  };
  return key;
}
