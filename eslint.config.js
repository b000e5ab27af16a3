import tseslint from "typescript-eslint";

/** What React runs after it has painted: what it answers is the clean-up that React runs before the next time. */
const EFFECT =
  "CallExpression:matches([callee.name=/^use(Layout|Insertion)?Effect$/], [callee.property.name=/^use(Layout|Insertion)?Effect$/]) >";
/** Made by a call: what it is depends on the browser. `scrollTo` and its like answered nothing for years, and answer promises now. */
const MADE = "[argument.type=/^(Call|Chain|Await|New|Import|Assignment|Update)Expression$/]";
const message = "An effect returns nothing or a clean-up: put what it does into braces.";

// Biome formats and lints everything. ESLint runs only the rules that need real types.
export default tseslint.config(
  {
    ignores: [
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
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-unsafe-argument": "error",
      "@typescript-eslint/no-unsafe-assignment": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-return": "error",
      "@typescript-eslint/return-await": ["error", "in-try-catch"],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    files: ["panel/**"],
    rules: {
      "no-restricted-syntax": [
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
      "@typescript-eslint/consistent-type-assertions": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unsafe-call": "off",
    },
  },
);
