import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../../../client/src");
const DEEPEST = 5;

/** Collects every field and function of the client's exports, with the note that an editor shows beside it. */
class Notes {
  readonly of = new Map<string, string>();
  readonly #checker: ts.TypeChecker;

  constructor(entry: string) {
    const program = ts.createProgram([entry], {
      ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, lib: ["lib.es2023.d.ts", "lib.dom.d.ts"] },
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
    });
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(entry);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} exports nothing`);
    for (const { name, symbol } of this.#checker.getExportsOfModule(module).map((one) => this.#meant(one)))
      if (symbol.flags & ts.SymbolFlags.Type) this.#look(this.#checker.getDeclaredTypeOfSymbol(symbol), name);
  }

  #meant(symbol: ts.Symbol): { name: string; symbol: ts.Symbol } {
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    return { name: symbol.name, symbol: isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol };
  }

  #look(type: ts.Type, path: string): void {
    for (const part of type.isUnion() ? type.types : [type]) {
      const [item] = this.#checker.isArrayType(part) ? this.#checker.getTypeArguments(part as ts.TypeReference) : [];
      if (item !== undefined) this.#look(item, path);
      else if (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) this.#fields(part, path);
    }
  }

  #fields(type: ts.Type, path: string): void {
    if (path.split(".").length > DEEPEST) return;
    for (const field of type.getProperties().filter(isOwn)) {
      const its = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(field));
      // This field belongs to another variant of the type, and this variant must not have it.
      if (its.flags & ts.TypeFlags.Never) continue;
      const note = ts.displayPartsToString(field.getDocumentationComment(this.#checker));
      this.of.set(`${path}.${field.name}`, note);
      this.#look(its, `${path}.${field.name}`);
    }
  }
}

function isOwn({ name, declarations = [] }: ts.Symbol): boolean {
  const isPrivate = name.includes("#") || name === "prototype";
  return !isPrivate && declarations.some((one) => one.getSourceFile().fileName.includes("client/src"));
}

describe("the client's types", () => {
  it("say at every field of a request and of an answer, and at every function, what it is", () => {
    const notes = new Notes(join(SOURCES, "herald.ts")).of;
    const ofTests = new Notes(join(SOURCES, "testing.ts")).of;
    expect([...notes, ...ofTests].filter(([, text]) => text === "").map(([path]) => path)).toEqual([]);
    expect(notes.get("TextEmailRequest.recipient")).toBe("The email address of the recipient.");
    expect(notes.get("Notification.last_error")).not.toBe("");
    expect(ofTests.get("ReceivedMail.text")).not.toBe("");
    expect(notes.size).toBeGreaterThan(500);
  });
});
