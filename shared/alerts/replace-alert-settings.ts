import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { type Expected, refuseOtherRevision } from "../kernel/revision.ts";
import { CHANGED, lookingAgain } from "../kernel/write-conflict.ts";
import { type AlertChoices, type AlertSettings, nothingChosen } from "./domain/alert-settings.ts";
import { endOfLastWeek } from "./domain/week.ts";
import type { AlertSettingsStore } from "./ports.ts";

export interface ReplaceAlertSettingsDeps {
  readonly alertSettings: Pick<AlertSettingsStore, "find" | "replace">;
  readonly clock: Clock;
}

interface ChangedSettings {
  readonly owner: Owner;
  readonly expected?: Expected | undefined;
}

/** Replaces an owner's choices. @throws OtherRevisionError */
export function replaceAlertSettings(
  { alertSettings, clock }: ReplaceAlertSettingsDeps,
  { owner, expected }: ChangedSettings,
  choices: AlertChoices,
): Promise<AlertSettings> {
  return lookingAgain("the alerts", async () => {
    const known = (await alertSettings.find(owner)) ?? nothingChosen(owner);
    refuseOtherRevision(expected, known.revision);
    const begins = choices.isSummaryWanted && !known.isSummaryWanted;
    const updatedAt = new Date(clock.now()).toISOString();
    // No summary is sent of the weeks before the choice.
    const summaryToldMs = begins ? endOfLastWeek(clock.now()) : undefined;
    const written = await alertSettings.replace({ owner, ...choices, updatedAt, summaryToldMs }, known.revision);
    return written === "changed" ? CHANGED : written;
  });
}
