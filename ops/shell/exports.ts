export const SHELLS = ["sh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

const LINES: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

/** Writes one line per variable in the shell's syntax. Values are quoted and may contain anything. */
export const exportsFor = (shell: Shell, variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => LINES[shell](name, value))
    .join("\n");

/** Guesses the shell from the environment: SHELL names fish, and only PowerShell sets PSModulePath without SHELL. */
export function shellOf({ SHELL = "", PSModulePath }: NodeJS.ProcessEnv): Shell {
  if (SHELL.endsWith("fish")) return "fish";
  return SHELL === "" && PSModulePath !== undefined ? "powershell" : "sh";
}
