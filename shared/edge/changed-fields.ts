/** Fields that the service itself sets, so a difference in them is no change by a person. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set([
  ...["id", "created_at", "updated_at", "version"],
  ...["status", "disabled_reason", "provider_business_account_id", "provider_phone_number_id"],
]);

type View = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the fields that a replacement changed, from what the record shows before and after it. A given
 * field that is never shown, such as a password, counts as changed unless it is empty.
 */
export function changedFields(before: View, after: View, given: View): string[] {
  const shown = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = shown.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const hidden = Object.keys(given).filter((name) => !shown.includes(name) && given[name] !== "");
  return [...differing, ...hidden].filter((name) => !OF_THE_SERVICE.has(name)).toSorted();
}
