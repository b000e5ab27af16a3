import { NOT_YET_MS, NotYetError, type RestoreTableServices } from "./port.ts";
import { type LostTable, type Survey, surveyTable } from "./restore-table.ts";
import { saidOf } from "./said.ts";
import { type Patience, waiting } from "./waiting.ts";

const AWAITS_BACKUP = "wait until DynamoDB lists the backup of this deletion";

/**
 * Surveys a table. If the table is being deleted, it waits until the table is gone and its backup is listed, because an
 * operator must see the backup before the restore. It changes nothing.
 */
export async function surveyWhenGone(
  services: RestoreTableServices,
  lost: LostTable,
  patience: Patience,
): Promise<Survey> {
  let survey: Survey | undefined = await surveyTable(services, lost);
  if (survey.deleting === undefined) return survey;
  const { wanted } = survey;
  const { madeAt: existedAt } = survey.deleting;
  const wait = waiting(services.pace, patience);
  while (survey === undefined || survey.deleting !== undefined) {
    if (survey !== undefined) wait.for(saidOf({ kind: "deletion" }, wanted));
    await wait.pause();
    survey = await surveyTable(services, { ...lost, existedAt }).catch((error: unknown) => {
      if (!(error instanceof NotYetError) || wait.for(AWAITS_BACKUP) > NOT_YET_MS) throw error;
      return undefined;
    });
  }
  return survey;
}
