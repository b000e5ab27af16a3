import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { resolver, theme } from "./theme.ts";

/** Matches the colours and sizes of Mantine that the panel does not use. */
const UNUSED = /^--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|lime|yellow|orange)-|^--mantine-h[456]-/;

const used = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !UNUSED.test(name)));

/** Writes the theme's variables as a style sheet, because the provider's `<style>` element is refused by the content security policy. */
export function tokensCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(whole), resolver(whole));
  const css = convertCssVariables({ variables: used(variables), light: used(light), dark: used(dark) }, ":root");
  const lines = css
    .replaceAll(";", ";\n  ")
    .replaceAll("{", " {\n  ")
    .replaceAll("  }", "}\n")
    .replaceAll(/\n{2,}/g, "\n");
  return `/* Written by \`npm run panel:tokens\` from theme.ts. */\n${lines}`;
}
