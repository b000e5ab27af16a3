import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { BundledFunction } from "../../../lib/cloud/bundle.ts";
import { functions, webFunctions } from "../../../lib/functions.ts";
import { variables } from "../../../shared/kernel/config.ts";
import { deployedEnvironment, operatorEnvironment } from "../stacks/deployed-environment.ts";
import { synthesise, type Templates } from "../stacks/synthesise.ts";
import { bundleOf } from "./bundled.ts";
import { PRODUCTION } from "./production.ts";

/** No deployment sets these variables, because they have a default or apply to one machine. */
const NEVER_SET = [
  "SECRET_KEY_FILE",
  "CHAT_SEND_TIMEOUT_SECONDS",
  "TOPIC_SERVICE_ORIGIN",
  "COGNITO_ENDPOINT",
  "PERMIT_WAIT_SECONDS",
  "EXTRA_AUTHORITY_FILES",
  "MEDIA_PRIVATE_KEY_FILE",
];
const OPERATOR: readonly BundledFunction[] = [
  { name: "operator", entry: "ops/erase-owner/wiring.ts" },
  { name: "restorer", entry: "ops/restore-table/wiring.ts" },
];
const byText = (a: string, b: string) => a.localeCompare(b);

const read = new Map<string, readonly string[]>();

/**
 * Returns the variables that a bundle reads. The result is kept, because every variable needs a search through all of
 * the bundle's code.
 */
function readBy(definition: BundledFunction): readonly string[] {
  const found = read.get(definition.name) ?? searched(definition);
  read.set(definition.name, found);
  return found;
}

/**
 * Searches a bundle for names of variables. Code reads a variable by its name as a text, and a bundle contains only
 * code that its function uses.
 */
function searched(definition: BundledFunction): string[] {
  const { directory } = bundleOf(definition);
  const files = readdirSync(directory).filter((name) => name.endsWith(".mjs"));
  const code = files.map((name) => readFileSync(join(directory, name), "utf8")).join("\n");
  return Object.keys(variables).filter((name) => new RegExp(`(["'\`])${name}\\1`).test(code));
}
const setOf = (definition: BundledFunction) =>
  readBy(definition)
    .filter((name) => !NEVER_SET.includes(name))
    .toSorted(byText);
const ours = (environment: Readonly<Record<string, string>>) =>
  Object.keys(environment)
    .filter((name) => Object.hasOwn(variables, name))
    .toSorted(byText);

describe("the variables of a production deployment", () => {
  let templates: Templates;
  beforeAll(() => {
    templates = synthesise(PRODUCTION);
  });

  it.each([...functions, ...webFunctions])("of $name are those that its bundle reads, and no others", (definition) => {
    expect(ours(deployedEnvironment(templates, definition.name))).toEqual(setOf(definition));
  });

  it("are all read by somebody, and the sealed key of links by one function", () => {
    const readers = (variable: string) =>
      [...functions, ...webFunctions].filter((one) => readBy(one).includes(variable)).map(({ name }) => name);
    expect(Object.keys(variables).filter((name) => readers(name).length === 0)).toEqual([]);
    expect(readers("MEDIA_PRIVATE_KEY_SEALED")).toEqual(["conversation-media"]);
  });

  it("come for the operator's commands from an output, which holds no secret", () => {
    const given = operatorEnvironment(templates);
    expect(ours(given)).toEqual([...new Set(OPERATOR.flatMap(setOf))].toSorted(byText));
    expect(Object.keys(given)).toEqual(expect.not.arrayContaining(["ORIGIN_SECRETS", "CURSOR_KEY"]));
    // CloudFormation allows no longer value.
    expect(JSON.stringify(given).length).toBeLessThan(4096);
  });

  it("come for an upload server in a container from three functions together", () => {
    const together = ["conversation-media", "retrieve-media", "notifications"].flatMap((name) =>
      ours(deployedEnvironment(templates, name)),
    );
    const [server] = webFunctions;
    expect(server && setOf(server).filter((name) => !together.includes(name))).toEqual([]);
  });
});
