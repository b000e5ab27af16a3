import * as z from "zod";
import { found, isSame, ORDER, type StackName, type Stage, stackName } from "./stage.ts";

const reading = z.object({ StackName: z.string(), OutputName: z.string() });

const importsOf = (stage: Stage, stack: StackName): Set<unknown> =>
  new Set(found(stage.stacks[stack], "Fn::ImportValue"));
const readingsOf = (stage: Stage, stack: StackName): z.output<typeof reading>[] =>
  found(stage.stacks[stack], "Fn::GetStackOutput").map((one) => reading.parse(one));
/** Returns the values of a stack that later stacks read. */
export function valuesReadFrom(stage: Stage, stack: StackName): unknown[] {
  const named = new Set(
    after(stack)
      .flatMap((reader) => readingsOf(stage, reader))
      .map(({ OutputName }) => OutputName),
  );
  return Object.entries(stage.stacks[stack].Outputs).flatMap(([output, { Value }]) =>
    named.has(output) ? [Value] : [],
  );
}
const exportsOf = (stage: Stage, stack: StackName): Map<string, unknown> =>
  new Map(
    Object.values(stage.stacks[stack].Outputs).flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value]] : [])),
  );
const after = (stack: StackName): readonly StackName[] => ORDER.slice(ORDER.indexOf(stack) + 1);

/** Finds exports that change or disappear while an unchanged stack imports them, which CloudFormation refuses. */
export function lockedExports(from: Stage, to: Stage): string[] {
  return ORDER.flatMap((stack) => {
    const next = exportsOf(to, stack);
    const gone = [...exportsOf(from, stack)].filter(([name, value]) => !isSame(value, next.get(name)));
    return gone.flatMap(([name]) =>
      after(stack)
        .filter((reader) => importsOf(from, reader).has(name))
        .map((reader) => `${stackName(from, stack)} cannot drop ${name}: ${stackName(from, reader)} still imports it.`),
    );
  });
}

/** Finds outputs that a stack reads and that no stack before it has, which would make its deployment fail. */
export function missingOutputs(to: Stage): string[] {
  return ORDER.flatMap((reader) => {
    const before = ORDER.slice(0, ORDER.indexOf(reader));
    const there = new Set(
      before.flatMap((stack) =>
        Object.keys(to.stacks[stack].Outputs).map((output) => `${stackName(to, stack)}.${output}`),
      ),
    );
    const named = new Set(readingsOf(to, reader).map(({ StackName, OutputName }) => `${StackName}.${OutputName}`));
    return [...named]
      .filter((name) => !there.has(name))
      .map((name) => `${stackName(to, reader)} reads ${name}, which no stack before it has.`);
  });
}

/**
 * Finds outputs that change while their reader stays the same. Such a reader is not deployed again, and keeps the
 * earlier value.
 */
export function staleReadings(from: Stage, to: Stage): string[] {
  return ORDER.flatMap((stack) => {
    const now = to.stacks[stack].Outputs;
    const changed = Object.entries(from.stacks[stack].Outputs)
      .filter(([output, { Value }]) => now[output] !== undefined && !isSame(Value, now[output].Value))
      .map(([output]) => output);
    return after(stack)
      .filter((reader) => isSame(from.stacks[reader], to.stacks[reader]))
      .flatMap((reader) =>
        changed
          .filter((output) => readingsOf(to, reader).some(({ OutputName }) => OutputName === output))
          .map((output) => `${stackName(to, reader)} does not change, and so keeps the old ${output} of ${stack}.`),
      );
  });
}
