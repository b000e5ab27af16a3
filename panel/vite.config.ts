import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm start` answers, for `npx vite panel`: pages from here, everything else from there. */
const STACK = "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: "es2023",
    // Everything is a file of its own: the panel's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A file costs a request: what every page needs comes as one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "first", tags: ["$initial"] }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/panel/api", "/admin/api", "/config.json"].map((path) => [path, STACK])),
  },
});
