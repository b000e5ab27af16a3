export const SHELLS = ["sh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

const LINES: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

/** One line a variable, in the words of the shell; any value is safe in them. */
export const exportsFor = (shell: Shell, variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => LINES[shell](name, value))
    .join("\n");

/** Of the environment: fish says so in SHELL, PowerShell alone sets PSModulePath where SHELL is not set. */
export function shellOf({ SHELL = "", PSModulePath }: NodeJS.ProcessEnv): Shell {
  if (SHELL.endsWith("fish")) return "fish";
  return SHELL === "" && PSModulePath !== undefined ? "powershell" : "sh";
}
