import { resolve } from "node:path";
import { build } from "vitepress";

const [outDir = ""] = process.argv.slice(2);
// The temporary folder lies beside the output, so that several builds can run at once.
await build(resolve(import.meta.dirname, ".."), {
  outDir,
  onAfterConfigResolve: (site) => {
    site.tempDir = `${outDir}.temp`;
  },
});
