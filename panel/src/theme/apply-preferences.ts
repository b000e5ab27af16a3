/** Where Mantine and the owner's menu keep what was chosen. */
const SCHEME = "mantine-color-scheme-value";
const DENSITY = "herald.density";

/** Colours and density as chosen, before anything is drawn: Mantine's own script would be inline, which the policy refuses. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  const chosen = kept(SCHEME);
  const isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.mantineColorScheme = chosen === "dark" || (chosen !== "light" && isSystemDark) ? "dark" : "light";
  dataset.density = kept(DENSITY)?.includes("comfortable") ? "comfortable" : "compact";
}

/** A browser that keeps nothing, or forbids to ask, has no preference. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
