import { type DataFolder, folderProblem, isStorageProblem, openDataFolder } from "./data-folder.ts";
import { checkPorts } from "./free-ports.ts";
import type { LocalSettings } from "./local-settings.ts";
import type { LocalStack } from "./stack-file.ts";

/** Runs the whole product on embedded engines in this process, and sets the process's environment for the functions. */
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

/** Loads the code of the parts and starts them. Loading takes most of a start, so it comes after all checks that may refuse the start. */
async function startOn(
  folder: DataFolder,
  settings: LocalSettings,
  onFailure: (what: string) => void,
): Promise<LocalStack> {
  const { startParts } = await import("./stack-parts.ts");
  return startParts(folder, settings, onFailure);
}
