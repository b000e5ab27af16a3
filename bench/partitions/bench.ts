import { type Owner, ownerSub } from "../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../shared/kernel/system-identifiers.ts";
import { type BenchResult, rounded } from "../bench-result.ts";
import { zipfOwners } from "./traffic.ts";
import { PARTITIONED, WriteLoad } from "./write-load.ts";

/** DynamoDB limits one partition key to this many write units per second. */
const UNITS_PER_KEY = 1000;
const SECONDS = 5;
const SEED = 20_261_120;

interface Scenario {
  readonly name: string;
  readonly perSecond: number;
  readonly owner: () => Owner;
}

const oneOwner = () => ownerSub.parse("owner-0");

const scenarios: readonly Scenario[] = [
  { name: "1/s, 1,000 owners", perSecond: 1, owner: zipfOwners(1000, SEED) },
  { name: "100/s, 1,000 owners", perSecond: 100, owner: zipfOwners(1000, SEED) },
  { name: "10,000/s, 1,000 owners", perSecond: 10_000, owner: zipfOwners(1000, SEED) },
  { name: "1,000/s, one owner", perSecond: 1000, owner: oneOwner },
  { name: "10,000/s, one owner", perSecond: 10_000, owner: oneOwner },
];

/**
 * Applies the product's own keys to simulated traffic. It uses no table, so the result does not depend on the machine.
 */
export async function run(): Promise<BenchResult> {
  const rows = scenarios.map(({ name, perSecond, owner }) => {
    const load = new WriteLoad();
    for (let i = 0; i < perSecond * SECONDS; i++) load.add({ owner: owner(), id: systemIdentifiers.newId() });
    const hottest = PARTITIONED.map((place) => load.hottest(place, SECONDS));
    return {
      traffic: name,
      ...Object.fromEntries(
        PARTITIONED.map((place, i) => [`hottest key of ${place}, units/s`, rounded(hottest[i] ?? 0)]),
      ),
      "of what a key takes": `${Math.round((100 * Math.max(...hottest)) / UNITS_PER_KEY)} %`,
    };
  });
  return {
    name: "Load of the hottest partition key",
    rows,
    notes: [
      `${SECONDS} s of notifications, hashed by the product's own functions; a key takes ${UNITS_PER_KEY} write units a second.`,
      "Owners send in proportion to 1/rank. One short email: 3 units on its state's key, 1 on its content's, 2 on `due`.",
    ],
  };
}
