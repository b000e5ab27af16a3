import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { type Expected, refuseOtherRevision } from "../kernel/revision.ts";
import { CHANGED, lookingAgain } from "../kernel/write-conflict.ts";
import type { KeywordChoices, SuppressionSettings } from "./domain/settings.ts";
import type { SettingsStore } from "./ports.ts";

export interface ReplaceSettingsDeps {
  readonly suppressionSettings: Pick<SettingsStore, "get" | "replace">;
  readonly clock: Clock;
}

/** Replaces an owner's words. What customers wrote while the words were off counts for nothing. @throws OtherRevisionError */
export function replaceSettings(
  { suppressionSettings, clock }: ReplaceSettingsDeps,
  { owner, expected }: { readonly owner: Owner; readonly expected?: Expected | undefined },
  choices: KeywordChoices,
): Promise<SuppressionSettings> {
  return lookingAgain("the words that stop marketing", async () => {
    const known = await suppressionSettings.get(owner);
    refuseOtherRevision(expected, known.revision);
    const onSinceMs = choices.isOn ? (known.onSinceMs ?? clock.now()) : undefined;
    const written = await suppressionSettings.replace({ owner, ...choices, onSinceMs }, known.revision);
    return written === "changed" ? CHANGED : written;
  });
}
