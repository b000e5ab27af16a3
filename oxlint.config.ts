import { defineConfig } from "oxlint";

/** What React runs after it has painted: what it answers is the clean-up that React runs before the next time. */
const EFFECT =
  "CallExpression:matches([callee.name=/^use(Layout|Insertion)?Effect$/], [callee.property.name=/^use(Layout|Insertion)?Effect$/]) >";
/** Made by a call: what it is depends on the browser. `scrollTo` and its like answered nothing for years, and answer promises now. */
const MADE = "[argument.type=/^(Call|Chain|Await|New|Import|Assignment|Update)Expression$/]";
const message = "An effect returns nothing or a clean-up: put what it does into braces.";

// Biome formats and lints everything. Oxlint runs the rules that need the compiler's types, and rules of our own by selector.
export default defineConfig({
  plugins: ["typescript"],
  jsPlugins: [{ name: "eslint-js", specifier: "oxlint-plugin-eslint" }],
  categories: { correctness: "off" },
  options: { typeAware: true },
  ignorePatterns: [
    "cdk.out",
    "coverage",
    "reports",
    ".herald",
    "client/dist",
    "client/src/api-types.ts",
    "panel/dist",
    "panel/vite.config.ts",
    "**/*.js",
    "**/*.mjs",
    "**/*.cjs",
  ],
  rules: {
    "typescript/await-thenable": "error",
    "typescript/consistent-type-assertions": ["error", { assertionStyle: "never" }],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/return-await": ["error", "in-try-catch"],
    "typescript/switch-exhaustiveness-check": "error",
  },
  overrides: [
    {
      // Inside Lambda `once` builds while its module is still being read: what stands below does not exist yet.
      files: ["shared/composition/**", "shared/**/*wiring.ts"],
      rules: { "no-use-before-define": ["error", { ignoreTypeReferences: true }] },
    },
    {
      files: ["panel/**"],
      rules: {
        "eslint-js/no-restricted-syntax": [
          "error",
          { selector: `${EFFECT} ArrowFunctionExpression[expression=true]:not([body.type=/Function/])`, message },
          { selector: `${EFFECT} :function[async=true]`, message },
          {
            selector: `${EFFECT} :function ReturnStatement${MADE}:not(${EFFECT} :function :function ReturnStatement)`,
            message,
          },
        ],
      },
    },
    {
      files: ["test/**", "bench/**"],
      rules: {
        "typescript/consistent-type-assertions": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
        "typescript/no-unsafe-call": "off",
      },
    },
  ],
});
