const AT_ONCE = 16;

/** Does the work for each input, up to 16 at a time, and returns the results in the order of the inputs. */
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
