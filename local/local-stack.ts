import { type DataFolder, folderProblem, isStorageProblem, openDataFolder } from "./data-folder.ts";
import { checkPorts } from "./free-ports.ts";
import type { LocalSettings } from "./local-settings.ts";
import type { LocalStack } from "./stack-file.ts";

/** The whole product on embedded engines, in this process. Sets the process's environment for the functions it hosts. */
export async function startLocalStack(settings: LocalSettings, onFailure: (what: string) => void): Promise<LocalStack> {
  const folder = openDataFolder(settings.HERALD_DATA_DIR);
  await checkPorts(settings).catch((error) => {
    folder.giveUp();
    throw error;
  });
  try {
    return await startOn(folder, settings, onFailure);
  } catch (error) {
    throw isStorageProblem(folder.path, error) ? folderProblem(folder.path, error) : error;
  }
}

/** Loaded once nothing stands in the way: reading its code is most of a start, and a start that is refused need not wait for it. */
async function startOn(
  folder: DataFolder,
  settings: LocalSettings,
  onFailure: (what: string) => void,
): Promise<LocalStack> {
  const { startParts } = await import("./stack-parts.ts");
  return startParts(folder, settings, onFailure);
}
