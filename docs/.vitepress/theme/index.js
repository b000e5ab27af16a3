import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./guides.css";
import { rememberTabs } from "./remembered-tabs.js";

/** These pages are not part of the guides, so VitePress must not treat their links as its own. */
const outside = (href, text) => () => h("a", { class: "outside", href, target: "_self" }, text);

// biome-ignore lint/style/noDefaultExport: VitePress requires it.
export default {
  extends: DefaultTheme,
  setup: rememberTabs,
  enhanceApp: ({ app }) =>
    app.component("ApiReference", outside("/docs", "API reference")).component("WebPanel", outside("/", "Panel")),
};
