import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { textsOf } from "../../api/form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { shownText } from "../../components/shown-text.ts";
import { pathOf } from "./place.ts";
import { phoneIn, SPECIAL_NUMBERS } from "./telephone.ts";
import { useCustomers } from "./use-telephone.ts";

interface CustomerListProps {
  readonly opened: string | undefined;
  readonly onOpen: (phone: string) => void;
}

/** Lists the customers of test mode, and opens the telephone of any number. */
export function CustomerList({ opened, onOpen }: CustomerListProps) {
  const customers = useCustomers();
  const special = new Set<string>(SPECIAL_NUMBERS.map(({ phone }) => phone));
  return (
    <div className="body">
      <div className="pad stack">
        <NumberForm onOpen={onOpen} />
        <QueryView query={customers} what="the customers">
          {(all) => (
            <ul className="box" aria-label="Customers">
              {all
                .filter(({ customer_phone: phone }) => !special.has(phone))
                .map(({ id, customer_phone: phone, customer_name: name }) => (
                  <Entry key={id} {...{ phone, opened }} about={shownText(name)} />
                ))}
              {SPECIAL_NUMBERS.map(({ phone, meaning }) => (
                <Entry key={phone} {...{ phone, opened }} about={meaning} />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </div>
  );
}

interface EntryProps {
  readonly phone: string;
  readonly about: string;
  readonly opened: string | undefined;
}

const Entry = ({ phone, about, opened }: EntryProps) => (
  <li>
    <Link
      to={pathOf({ show: "customers", customer: phone })}
      className="item customer"
      aria-current={phone === opened || undefined}
    >
      <span className="col grow">
        <span className="b num">{phone}</span>
        <span className="t3 s cut">{about}</span>
      </span>
    </Link>
  </li>
);

function NumberForm({ onOpen }: Pick<CustomerListProps, "onOpen">) {
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phone = phoneIn(textsOf(event.currentTarget).phone ?? "");
    setIsWrong(phone === undefined);
    if (phone !== undefined) onOpen(phone);
  };
  return (
    <form className="choices" onSubmit={submit} noValidate>
      <div className="grow">
        <TextField
          name="phone"
          label="A customer's number"
          type="tel"
          required
          placeholder="+351912345678"
          error={isWrong ? "A number with its country, such as +351912345678" : undefined}
        />
      </div>
      <Button type="submit">Open the telephone</Button>
    </form>
  );
}
