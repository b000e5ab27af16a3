/** Words that other services have for a field of ours, in the form of `plain`. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["to", "recipient"],
  ["fromemail", "from"],
  ["html", "body"],
  ["textbody", "text"],
]);
/** A field with a shorter name is never proposed, because too many other names are similar to it. */
const SHORTEST = 4;
/** A longer name is not compared letter by letter, because a caller may send a name of a megabyte. */
const LONGEST = 64;

/** Returns the known field that an unknown one looks like, or undefined (D54). */
export function nearestField(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const same = known.find((one) => plain(one) === plain(name));
  const synonym = SYNONYMS.get(plain(name));
  if (same === undefined && synonym !== undefined && known.includes(synonym)) return synonym;
  return same ?? known.find((one) => one.length >= SHORTEST && isOneEditAway(name, one));
}

const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** True if one letter was added, left out or replaced, or two neighbours were swapped. */
function isOneEditAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  const isSwapped = restOfA.slice(0, 2) === `${restOfB[1]}${restOfB[0]}` && restOfA.slice(2) === restOfB.slice(2);
  return (
    isSwapped ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA.length === restOfB.length && restOfA.slice(1) === restOfB.slice(1))
  );
}
