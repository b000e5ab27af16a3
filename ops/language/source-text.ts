import ts from "typescript";

/** Contains a comment or a piece of a page. */
export interface Passage {
  readonly line: number;
  readonly text: string;
}

export interface Declared {
  readonly line: number;
  readonly name: string;
}

export interface SourceText {
  readonly comments: readonly Passage[];
  readonly declared: readonly Declared[];
}

/** Returns the comments of a file and the names that it declares itself, but not its strings. */
export function readSource(path: string, text: string): SourceText {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(path, text, options, false);
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const literals: ts.TextRange[] = [];
  const declared: Declared[] = [];
  const visit = (node: ts.Node): void => {
    if (LITERALS.has(node.kind))
      literals.push({ pos: ts.isJsxText(node) ? node.pos : node.getStart(file), end: node.end });
    const name = declaredName(node);
    if (name !== undefined) declared.push({ line: lineAt(name.end), name: name.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { comments: joined(commentsOutside(literals, text), lineAt), declared };
}

const { SyntaxKind } = ts;

const LITERALS: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.JsxText,
]);

const NAMED: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.BindingElement,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.TypeParameter,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertySignature,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.ImportClause,
  SyntaxKind.NamespaceImport,
]);

const isNamed = (node: ts.Node): node is NamedNode => NAMED.has(node.kind);

type NamedNode = ts.Node & { readonly name?: ts.Node | undefined };

/**
 * Returns the name that a node declares. It ignores a name that is taken unchanged from an object or a module, which
 * declared the name.
 */
function declaredName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const isTakenOver = (ts.isBindingElement(node) || ts.isImportSpecifier(node)) && node.propertyName === undefined;
  if (isTakenOver || !isNamed(node)) return undefined;
  const { name } = node;
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined;
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

interface Found {
  readonly at: number;
  readonly text: string;
  /** A `//` comment that fills its line may continue on the next line. */
  readonly isWholeLine: boolean;
}

function commentsOutside(literals: readonly ts.TextRange[], text: string): Found[] {
  const ends = [0, ...literals.map(({ end }) => end)];
  const starts = [...literals.map(({ pos }) => pos), text.length];
  return ends.flatMap((from, i) =>
    [...text.slice(from, starts[i]).matchAll(COMMENT)].map((match) => {
      const at = from + match.index;
      const before = text.slice(text.lastIndexOf("\n", at) + 1, at);
      return { at, text: match[0], isWholeLine: match[0].startsWith("//") && before.trim() === "" };
    }),
  );
}

function joined(found: readonly Found[], lineAt: (position: number) => number): Passage[] {
  const passages: { line: number; text: string }[] = [];
  let nextLine = 0;
  for (const { at, text, isWholeLine } of found) {
    const line = lineAt(at);
    const last = passages.at(-1);
    if (isWholeLine && line === nextLine && last !== undefined) last.text += `\n${bodyOf(text)}`;
    else passages.push({ line, text: bodyOf(text) });
    nextLine = isWholeLine ? line + 1 : 0;
  }
  return passages;
}

const bodyOf = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*+\/$|^\/\//g, "")
    .replace(/^\s*\* ?/gm, "")
    .trim();
