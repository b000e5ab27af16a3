/** What the page of the sandbox shows. */
export interface Place {
  readonly show: "mails" | "customers";
  /** Only mails to this recipient. */
  readonly to?: string | undefined;
  /** The id of the opened mail. */
  readonly mail?: string | undefined;
  /** The telephone number of the customer whose telephone is shown, in E.164. */
  readonly customer?: string | undefined;
}

const PATH = "/sandbox";

export function placeIn(search: URLSearchParams): Place {
  const [to, mail, customer] = ["to", "mail", "customer"].map((name) => search.get(name) || undefined);
  const show = search.get("show") === "customers" || customer !== undefined ? "customers" : "mails";
  return { show, to, mail, customer };
}

/** Returns the address of a place. */
export function pathOf({ show, to, mail, customer }: Place): string {
  const texts = {
    ...(show === "customers" && customer === undefined && { show }),
    ...(show === "mails" && { to, mail }),
    ...(show === "customers" && { customer }),
  };
  const given = Object.entries(texts).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const query = new URLSearchParams(Object.fromEntries(given)).toString();
  return query === "" ? PATH : `${PATH}?${query}`;
}
