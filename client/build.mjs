// Writes `dist` with every module twice, for `import` and for `require`, each with types and source maps. It is plain JavaScript, so that
// `npm pack` runs it on any version of Node.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const CLIENT = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const DIST = join(CLIENT, "dist");
/** The build uses the repository's own compiler. */
const COMPILER = join(dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")), "bin/tsc");

const FORMS = [
  { folder: "esm", type: "module", options: [] },
  {
    folder: "cjs",
    type: "commonjs",
    options: ["--module", "commonjs", "--moduleResolution", "bundler", "--verbatimModuleSyntax", "false"],
  },
];

/** The compiler copies the endings of imports into declarations as they are, but only `.js` works with every version of it. */
function endInJs(folder) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".d.ts"))) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/((?:from |import\()"\.{1,2}\/[\w/-]+)\.ts"/g, '$1.js"'));
  }
}

rmSync(DIST, { recursive: true, force: true });
for (const { folder, type, options } of FORMS) {
  const out = join(DIST, folder);
  execFileSync(process.execPath, [COMPILER, "-p", CLIENT, "--outDir", out, ...options], { stdio: "inherit" });
  endInJs(out);
  writeFileSync(join(out, "package.json"), `${JSON.stringify({ type, sideEffects: false })}\n`);
}
