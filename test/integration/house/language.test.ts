import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXCEPTIONS } from "../../../ops/language/exceptions.ts";
import { GLOSSARY, readGlossary } from "../../../ops/language/glossary.ts";
import { problemsOf } from "../../../ops/language/problems.ts";
import { projectFiles } from "../../../ops/specification/project-files.ts";

const ROOT = join(import.meta.dirname, "../../..");

const PAGE = `# Glossary

| say | is | avoid |
|---|---|---|
| permit, acquire | a right to send | seat, waiting line |
| dead letter | a message that was given up | |
| outgoing message | the content and its envelope | \`letter\`, *mail* |

| avoid | instead |
|---|---|
| by and by | later |
`;

const problemsIn = (path: string, text: string) =>
  problemsOf([
    { path: GLOSSARY, text: PAGE },
    { path, text },
  ]);

const PERMIT = 'the glossary avoids "seat"; say permit, acquire';
const MESSAGE = 'the glossary avoids "letter"; say outgoing message';
const LINE = 'the glossary avoids "waiting line"; say permit, acquire';
const LATER = 'the glossary avoids "by and by"; say later';

describe("npm run language", () => {
  it.each([
    ["a file", "shared/seat-count.ts", "", `1: "seat-count": ${PERMIT}`],
    ["a page", "docs/seats.md", "", `1: "seats": ${PERMIT}`],
    ["a variable", "a.ts", "\nconst freeSeats = 1;", `2: "freeSeats": ${PERMIT}`],
    ["a constant", "a.ts", "const MAX_SEATS = 1;", `1: "MAX_SEATS": ${PERMIT}`],
    ["a function", "a.ts", "export function takeSeat() {}", `1: "takeSeat": ${PERMIT}`],
    ["a parameter", "a.ts", "const f = (seat: string) => 1;", `1: "seat": ${PERMIT}`],
    ["a type", "a.ts", "export type SeatId = string;", `1: "SeatId": ${PERMIT}`],
    ["a generic", "a.ts", "type A<Seat> = Seat[];", `1: "Seat": ${PERMIT}`],
    ["an interface and its field", "a.ts", "interface A {\n  seat: 1;\n}", `2: "seat": ${PERMIT}`],
    ["a private field", "a.ts", "class A {\n  #seats = 1;\n}", `2: "#seats": ${PERMIT}`],
    ["a method", "a.ts", "class A {\n  seat() {}\n}", `2: "seat": ${PERMIT}`],
    ["a field of an object", "a.ts", "f({ seat: 1 });", `1: "seat": ${PERMIT}`],
    ["a name given to an import", "a.ts", 'import { a as seat } from "a";', `1: "seat": ${PERMIT}`],
    ["a name given in taking apart", "a.ts", "const { a: seat } = b;", `1: "seat": ${PERMIT}`],
    ["a term of two words", "a.ts", "class WaitingLines {}", `1: "WaitingLines": ${LINE}`],
    ["a word of names alone", "a.ts", "const aLetter = 1;", `1: "aLetter": ${MESSAGE}`],
    ["a component", "a.tsx", "export const Seat = () => <p>one</p>;", `1: "Seat": ${PERMIT}`],
    ["a script", "a.mjs", "const seat = 1;", `1: "seat": ${PERMIT}`],
    ["a comment", "a.ts", "// Takes a seat.", `1: ${PERMIT}`],
    ["a comment behind code", "a.ts", 'f("//"); // Two seats.', `1: ${PERMIT}`],
    ["a comment inside a template", "a.ts", `f(\`a \${/* seat */ 1} b\`);`, `1: ${PERMIT}`],
    ["a comment among elements", "a.tsx", "const a = <p>one{/* a seat */}</p>;", `1: ${PERMIT}`],
    ["a term over two lines", "a.ts", "/**\n * A waiting\n * line.\n */", `1: ${LINE}`],
    ["a term over two comments of a line", "a.ts", "// A waiting\n// line.", `1: ${LINE}`],
    ["a phrase", "a.ts", "/** It comes by and by. */", `1: ${LATER}`],
    ["a page's text", "docs/a.md", "# A\n\nTake a seat.", `3: ${PERMIT}`],
    ["a page's phrase", "docs/a.md", "It comes by and by.", `1: ${LATER}`],
  ])("refuses %s", (_, path, text, problem) => {
    expect(problemsIn(path, text)).toEqual([`${path}:${problem}`]);
  });

  it.each([
    ["a string", "a.ts", "f(\"a seat // seat\", '/* seat */');"],
    ["a template", "a.ts", `f(\`seat // \${1} /* seat */ \${2} // seat\`);`],
    ["a regular expression", "a.ts", "f(/seat\\/\\/ seat/);"],
    ["a text among elements", "a.tsx", "const a = <p>// a seat</p>;"],
    ["a name of the wire", "a.ts", "interface A {\n  seat_count: 1;\n}"],
    ["a name that another module gave", "a.ts", 'import { seat } from "a";\nconst { seats } = b;\nseat.seat(seats);'],
    ["a term of the glossary around the word", "a.ts", "const deadLetters = 1; // A dead letter."],
    ["a word of names alone in a comment", "a.ts", "// A capital letter."],
    ["a word that is wrong in one sense only", "a.ts", "const mail = 1; // A mail."],
    ["a longer word", "a.ts", "const seated = 1; // Seated, newsletter."],
    ["code in a comment", "a.ts", "// Calls `seat()`."],
    ["code in a page", "docs/a.md", "A `seat`, [a link](seat.md):\n\n```sh\nseat\n```\n"],
  ])("lets %s pass", (_, path, text) => {
    expect(problemsIn(path, text)).toEqual([]);
  });

  it.each([
    ["is missing", []],
    [
      "has no table of words, or none of comments",
      [{ path: GLOSSARY, text: PAGE.slice(0, PAGE.indexOf("| avoid | instead")) }],
    ],
    [
      "has no table of words, or none of comments",
      [{ path: GLOSSARY, text: PAGE.slice(PAGE.indexOf("| avoid | instead")) }],
    ],
  ])("says that the glossary %s", (problem, files) => {
    expect(problemsOf(files)).toEqual([`${GLOSSARY}: ${problem}`]);
  });

  it("reads every table of the glossary in docs", () => {
    const { avoided, phrases } = readGlossary(readFileSync(join(ROOT, GLOSSARY), "utf8"));
    expect(avoided.map(({ term }) => term)).toEqual(expect.arrayContaining(["seat", "surroundings", "letter"]));
    expect(avoided.map(({ term }) => term)).not.toContain("history");
    expect(phrases.map(({ term, instead }) => [term, instead])).toContainEqual(["anew", "again"]);
  });

  it("has no exception that nothing needs", () => {
    const files = projectFiles(ROOT);
    const excepted = EXCEPTIONS.flatMap(({ paths }) => paths);
    const read = files.filter(({ path }) => path === GLOSSARY || excepted.some((start) => path.startsWith(start)));
    const strict = problemsOf(read, []);
    const isNeeded = (term: string, start: string) =>
      strict.some((problem) => problem.startsWith(start) && problem.includes(`avoids "${term}"`));
    const idle = EXCEPTIONS.flatMap(({ term, paths }) => paths.filter((start) => !isNeeded(term, start)));
    expect(idle).toEqual([]);
  });
});
