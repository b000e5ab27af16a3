import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `npx vite panel` serves the pages and passes other requests to the address of `npm start`. */
const STACK = "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: "es2023",
    // Every asset stays a file, because the panel's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each file costs a request, so what every page needs is one file.
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
