import type { Account } from "./account-fields.ts";
import { hostIn, PORTS, presetIdOf, presetOf } from "./presets.ts";

/** Contains the fields that a preset can fill. */
export interface ServerDraft {
  readonly preset: string;
  readonly host: string;
  readonly port: string;
  /** The port follows the encryption until somebody types one. */
  readonly isPortTyped: boolean;
  readonly encryption: NonNullable<Account["encryption"]>;
  readonly username: string;
}

export const serverDraftOf = (account: Account | undefined): ServerDraft => ({
  preset: presetIdOf(account),
  host: account?.host ?? "",
  port: String(account?.port ?? PORTS.starttls),
  isPortTyped: account !== undefined,
  encryption: account?.encryption ?? "starttls",
  username: account?.username ?? "",
});

/** Replaces the values that another preset filled in. */
export function withPreset(draft: ServerDraft, id: string): ServerDraft {
  const preset = presetOf(id);
  if (id === "http_api") return { ...draft, preset: id };
  return {
    preset: id,
    host: hostIn(preset) || (presetOf(draft.preset).host === "" ? draft.host : ""),
    port: String(preset.port),
    isPortTyped: false,
    encryption: preset.encryption,
    username: preset.username ?? (preset.isOpen || presetOf(draft.preset).username ? "" : draft.username),
  };
}

export const withEncryption = (draft: ServerDraft, encryption: ServerDraft["encryption"]): ServerDraft => ({
  ...draft,
  encryption,
  ...(draft.isPortTyped ? {} : { port: String(PORTS[encryption]) }),
});
