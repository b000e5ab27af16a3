import { defineConfig } from "oxlint";
import adapterFolders from "./bin/adapter-folders.json" with { type: "json" };

/** An effect runs after React has painted; it returns the clean-up that React runs before the next time. */
const EFFECT =
  "CallExpression:matches([callee.name=/^use(Layout|Insertion)?Effect$/], [callee.property.name=/^use(Layout|Insertion)?Effect$/]) >";
/** An effect must not return such a value: its type may differ by browser (`scrollTo` returned nothing for years, now a promise). */
const MADE = "[argument.type=/^(Call|Chain|Await|New|Import|Assignment|Update)Expression$/]";
const message = "An effect returns nothing or a clean-up: put what it does into braces.";

/** These folders are named after their outside system and may use the clock, the network and the environment. */
const ADAPTERS = `{${adapterFolders.join(",")}}`;
const INJECTED = "is passed in: words and use cases know no clock, no timer, no I/O of their own.";
/** Each of these files may use the clock, because its purpose needs it. */
const OWN_CLOCKS = [
  // Rendering is limited by a monotonic clock of its own, unless the caller of `render` passes another one.
  "shared/go-template/text-template.ts",
  // The timer of this file only limits the wait for a permit.
  "shared/kernel/permit-queue.ts",
];

/** Finds the spread of an object literal without a condition, which plain properties can always replace. */
const PLAIN = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression",
  message: "Write the properties themselves: a spread of an object literal only hides them.",
};

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
      files: ["{shared,functions,lib,local,ops,bin,bench,client,config}/**"],
      rules: { "eslint-js/no-restricted-syntax": ["error", PLAIN] },
    },
    {
      // The words, channels and use cases, which every capability has outside its adapters and its wiring.
      files: ["shared/{mcp,conversations,chat,email,notifications,keys,identity,go-template}/**", "shared/*/domain/**"],
      rules: {
        "no-restricted-globals": [
          "error",
          ...[
            "clearImmediate",
            "clearInterval",
            "clearTimeout",
            "crypto",
            "fetch",
            "globalThis",
            "performance",
            "process",
            "queueMicrotask",
            "setImmediate",
            "setInterval",
            "setTimeout",
          ].map((name) => ({ name, message: `${name} ${INJECTED}` })),
        ],
        "no-restricted-properties": [
          "error",
          { object: "Date", property: "now", message: `The time ${INJECTED}` },
          { object: "Math", property: "random", message: `Chance ${INJECTED}` },
          { object: "AbortSignal", property: "timeout", message: `A timer ${INJECTED}` },
        ],
        "eslint-js/no-restricted-syntax": [
          "error",
          PLAIN,
          { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: `The time ${INJECTED}` },
          { selector: "CallExpression[callee.name='Date']", message: `The time ${INJECTED}` },
          { selector: "ImportDeclaration[source.value=/^node:/]", message: `What Node does ${INJECTED}` },
        ],
      },
    },
    {
      files: [`shared/*/${ADAPTERS}/**`, "shared/**/*wiring.ts", ...OWN_CLOCKS],
      rules: {
        "no-restricted-globals": "off",
        "no-restricted-properties": "off",
        "eslint-js/no-restricted-syntax": ["error", PLAIN],
      },
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
