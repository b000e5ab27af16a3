/** Mantine stores the chosen colour scheme under this key. */
const SCHEME = "mantine-color-scheme-value";
const DENSITY = "herald.density";

/** Applies colours and density before the first paint. Mantine's own script would be inline, which the content security policy refuses. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  const chosen = kept(SCHEME);
  const isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.mantineColorScheme = chosen === "dark" || (chosen !== "light" && isSystemDark) ? "dark" : "light";
  dataset.density = kept(DENSITY)?.includes("comfortable") ? "comfortable" : "compact";
}

/** A browser that stores nothing, or forbids access, has no preference. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
