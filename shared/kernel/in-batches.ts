const AT_ONCE = 16;

/** Does the work for each of the inputs, some at a time; the answers are in the inputs' order. */
export async function inBatches<Input, Output>(
  inputs: readonly Input[],
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (let first = 0; first < inputs.length; first += AT_ONCE) {
    outputs.push(...(await Promise.all(inputs.slice(first, first + AT_ONCE).map(work))));
  }
  return outputs;
}
