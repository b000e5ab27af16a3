import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./guides.css";
import { rememberTabs } from "./remembered-tabs.js";

/** Beside the guides, so that none of the generator's own links leads there. */
const outside = (href, text) => () => h("a", { class: "outside", href, target: "_self" }, text);

// biome-ignore lint/style/noDefaultExport: the generator asks for it.
export default {
  extends: DefaultTheme,
  setup: rememberTabs,
  enhanceApp: ({ app }) =>
    app.component("ApiReference", outside("/docs", "API reference")).component("WebPanel", outside("/", "Panel")),
};
