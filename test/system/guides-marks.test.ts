import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../support/guides/blocks.ts";
import { problemsOf } from "../support/guides/marks.ts";
import { guidePages } from "../support/guides/pages.ts";
import { programsOf } from "../support/guides/programs.ts";
import { missingOf, Reader } from "../support/guides/reader.ts";
import { hasShown } from "../support/guides/shown.ts";

const pages = await guidePages();
const block = (info: string, ...lines: string[]) => `\`\`\`${info}\n${lines.join("\n")}\n\`\`\`\n\n`;
const problems = (...blocks: string[]) => problemsOf(blocksOf(blocks.join("")));

describe("the blocks of the guides", () => {
  it.for(pages)("of $file are run by a test, or say why not", ({ blocks }) => {
    expect(problemsOf(blocks)).toEqual([]);
  });

  it("that are part of an example stand in its file, line by line", async () => {
    const folder = join(import.meta.dirname, "../../examples");
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:ts|py|go)$/.test(name));
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const parts = pages.flatMap(({ blocks }) =>
      blocks.filter(({ marks }) => marks.get("no-run") === "is-part-of-an-example"),
    );
    expect(parts.length).toBeGreaterThan(1);
    const lines = (text: string) => text.split("\n").map((line) => line.trim());
    for (const { text } of parts)
      expect([text, files.some((file) => lines(file).join("\n").includes(lines(text).join("\n")))]).toEqual([
        text,
        true,
      ]);
  });

  it("are there to be run", () => {
    const files = pages.filter(({ file, blocks }) => programsOf(file, blocks).length > 0).map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(["docs/quickstart.md", "README.md", "client/README.md"]));
    expect(files.length).toBeGreaterThan(12);
  });

  it("are found lacking when nobody would run them, or notice that they fail", () => {
    expect(problems(block("sh", "ls"))).toEqual(["must be marked run or no-run=<reason>: ls"]);
    expect(problems(block("bash run no-run=needs-aws", "ls"))).toEqual(["must be marked run or no-run=<reason>: ls"]);
    for (const language of ["ts", "js", "python", "go"])
      expect(problems(block(language, "x"))).toEqual(["must be marked file=<path> or no-run=<reason>: x"]);
    expect(problems("- in a list\n\n  ```sh\n  ls\n  ```\n")).toEqual(["must be marked run or no-run=<reason>: ls"]);
    expect(problems(block("sh no-run=tired", "ls"))).toEqual(["tired is no reason not to run: ls"]);
    expect(problems(block("sh runs no-run=needs-aws", "ls"))).toEqual(["the mark runs is not known: ls"]);
    expect(problems(block("json", '{"a": …}'))).toEqual(['is no JSON: {"a": …}']);
    expect(problems(block("json output", "{}"))).toEqual(["is the output of nothing: {}"]);
    const between = [block("sh run", "ls"), block("sh no-run=needs-aws", "aws"), block("text output", "a")];
    expect(problems(...between)).toEqual(["is the output of nothing: a"]);
    const tab = block("ts tab=TypeScript file=a.mts", "1");
    const named = block("sh run each", "npx node a.mts");
    expect(problems(block("sh run tab=curl", "ls"), tab, block("text output", "a"), named)).toEqual([]);
    expect(
      problems(block("sh run", "ls"), tab.replace("tab=TypeScript ", ""), block("text output", "a"), named),
    ).toEqual(["is the output of nothing: a"]);
    expect(problems(block("sh run", "ls"), block("text output", " …"))).toEqual(["shows nothing:  …"]);
    expect(problems(block("sh run each", "bash a", "pyhton3 b"))).toEqual([
      "pyhton3 is no program that the tests know: bash a",
    ]);
    expect(problems(block("ts file=a.mts", "x"), block("sh run", "npx node b.mts"))).toEqual([
      "is saved and never run: x",
    ]);
    expect(problems(block("sh run", "node a.ts"))).toEqual([
      "TypeScript is for npx node, the project's own: node a.ts",
    ]);
    expect(problems(block("sh run", 'curl --fail-with-body "$A" && curl "$B"'))).toHaveLength(1);
    expect(problems(block("sh run", "curl http://127.0.0.1:3000/health/live"))).toHaveLength(1);
    expect(problems(block("json", "{}"), block("ts file=a.mts", "x"), block("sh run", "npx node a.mts"))).toEqual([]);
  });
});

describe("hasShown()", () => {
  const printed = '{"id":"7","status":"sent","port":25,"list":[1,2]}{"error":"a  b"}';
  it.for([
    '{"id": "…", "status": "sent", "port": "…", "list": [1, 2]}',
    '{"id": "7", "…": "…", "list": ["…"]}',
    '{"…": "…", "status": "se…", "…": "…"}',
    '{"id": "7", "…": "…"}\n{"error": "a b"}',
    '"port": 2…',
    '{ "id" : "7" , "status" : "sent" , "port" : 25 , "…": "…"}',
  ])("finds %s", (shown) => {
    expect(hasShown(printed, shown)).toBe(true);
  });
  it.for([
    '{"id": "…", "status": "failed", "…": "…"}',
    '{"id": "7", "list": [1, 2]}',
    '{"error": "a b"}\n{"id": "7", "…": "…"}',
    "sent …: accepted",
    '"port": 2 …',
    '"port": 2',
    '{"id": "7", "…": "…", "port": 2',
  ])("misses %s", (shown) => {
    expect(hasShown(printed, shown)).toBe(false);
  });
});

describe("missingOf()", () => {
  it("names the programs that are not on the machine", () => {
    expect(missingOf(["no-such-program", "node", "no-other"])).toEqual(["no-such-program", "no-other"]);
  });
});

describe.skipIf(missingOf(["bash"]).length > 0)("a reader", () => {
  let folder: string;
  let reader: Reader;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-no-stack-"));
    reader = await Reader.begin(folder, 2000);
  });
  afterAll(async () => {
    await reader.end();
    await rm(folder, { recursive: true });
  });
  const follow = (...blocks: string[]) => {
    const [program] = programsOf("a page", blocksOf(blocks.join("")));
    return reader.follow(program?.steps ?? []);
  };

  it("keeps variables from block to block, and runs what a page has them save", async () => {
    const file = block("js file=a.mjs", "console.log(`it's`, process.env.A);");
    const run = [block("sh run", "export A=1"), file, block("sh run", "node a.mjs"), block("text output", "it's 1")];
    await expect(follow(...run)).resolves.toBeUndefined();
  });

  it("fails with a command that fails, wherever it stands", async () => {
    await expect(follow(block("sh run", "echo one"), block("sh run", "false", "true"))).rejects.toThrow("ended with 1");
    await expect(follow(block("sh run", "false | true"))).rejects.toThrow("ended with 1");
    await expect(follow(block("sh run", 'echo "$NEVER_SET"'))).rejects.toThrow("NEVER_SET: unbound variable");
    await expect(follow(block("sh run", "exit 0"), block("sh run", "true"))).rejects.toThrow("ended too early");
  });

  it("fails when something else is printed than the page shows", async () => {
    const wrong = follow(block("sh run", "echo one"), block("text output", "two"), block("sh run", "echo two"));
    await expect(wrong).rejects.toThrow("this is not printed:\ntwo");
  });

  it("does not wait for ever", async () => {
    await expect(follow(block("sh run", "until false; do sleep 0.1; done"))).rejects.toThrow("not within 2000 ms");
    const leftRunning = block("sh run", "sleep 30 &");
    await expect(follow(leftRunning)).rejects.toThrow("not within 2000 ms");
  });

  it("holds what stands behind tabs against the command, not against the programs beside it", () => {
    const page = [
      block("sh run tab=curl", "ls"),
      block("ts tab=TypeScript file=a.mts", "1"),
      block("text output", "a"),
    ];
    const [program] = programsOf("page", blocksOf(page.join("")));
    expect(program?.steps.map(({ shown }) => shown)).toEqual([["a"], []]);
  });

  it("runs each line of a block that says so by itself, after what stands before", () => {
    const page = [block("sh run", "A=1"), block("sh run each", "bash x", "python3 y"), block("text output", "…")];
    const programs = programsOf("page", blocksOf(page.join("")));
    expect(programs.map(({ title, needs, steps }) => [title, needs, steps.map(({ script }) => script)])).toEqual([
      ["page", ["bash", "curl"], ["A=1"]],
      ["page: bash x", ["bash", "curl", "bash"], ["A=1", "bash x"]],
      ["page: python3 y", ["bash", "curl", "python3"], ["A=1", "python3 y"]],
    ]);
    const twice =
      block("sh run needs=openssl", "B=1") + block("sh run each", "bash x") + block("sh run each", "bash y");
    expect(programsOf("page", blocksOf(twice)).at(-1)).toMatchObject({
      needs: ["bash", "curl", "openssl", "bash"],
      steps: [{ script: "B=1" }, { script: "bash y" }],
    });
  });
});
