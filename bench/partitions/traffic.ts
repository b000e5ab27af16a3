import { type Owner, ownerSub } from "../../shared/kernel/owner.ts";
import { seededRandom } from "../../test/support/seeded-random.ts";

/** Chooses owners at random so that the k-th owner sends in proportion to 1/k, like the customers of a service. */
export function zipfOwners(count: number, seed: number): () => Owner {
  const random = seededRandom(seed);
  const weights = Array.from({ length: count }, (_, k) => 1 / (k + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const upTo: number[] = [];
  weights.reduce((sum, weight, k) => {
    upTo[k] = sum + weight / total;
    return upTo[k];
  }, 0);
  return () => {
    const at = random();
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 1) < at) low = middle + 1;
      else high = middle;
    }
    return ownerSub.parse(`owner-${low}`);
  };
}
