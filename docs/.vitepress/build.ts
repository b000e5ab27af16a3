import { resolve } from "node:path";
import { build } from "vitepress";

const [outDir = ""] = process.argv.slice(2);
// What the generator needs meanwhile lies beside what it makes: several may build at once.
await build(resolve(import.meta.dirname, ".."), {
  outDir,
  onAfterConfigResolve: (site) => {
    site.tempDir = `${outDir}.temp`;
  },
});
