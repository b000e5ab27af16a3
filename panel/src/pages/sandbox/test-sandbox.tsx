import { SegmentedControl } from "@mantine/core";
import { useLocation, useSearch } from "wouter";
import { Page } from "../../components/page.tsx";
import { ClockBar } from "./clock-bar.tsx";
import { CustomerList } from "./customer-list.tsx";
import { EmptyMails } from "./empty-mails.tsx";
import { MailList } from "./mail-list.tsx";
import { OpenedMail } from "./opened-mail.tsx";
import { OpenedTelephone } from "./opened-telephone.tsx";
import { type Place, pathOf, placeIn } from "./place.ts";

const PARTS = [
  { value: "mails", label: "Mails" },
  { value: "customers", label: "Customers" },
];

/** Shows the clock above the mails or the customers, and the opened one beside them. What is shown is part of the address. */
export function TestSandbox() {
  const [, navigate] = useLocation();
  const place = placeIn(new URLSearchParams(useSearch()));
  const { show, to, mail, customer } = place;
  const onPlace = (next: Place) => navigate(pathOf(next));
  const isOpen = (mail ?? customer) !== undefined;
  return (
    <div className={isOpen ? "split" : "split solo"}>
      <div className="col">
        <Page
          title="Sandbox"
          isWhole
          actions={
            <>
              {show === "mails" && <EmptyMails onEmptied={() => onPlace({ show: "mails" })} />}
              <SegmentedControl
                aria-label="Show"
                data={PARTS}
                value={show}
                onChange={(part) => onPlace({ show: part === "customers" ? "customers" : "mails" })}
              />
            </>
          }
        >
          <ClockBar />
          {show === "mails" ? (
            <MailList place={place} onPlace={onPlace} />
          ) : (
            <CustomerList opened={customer} onOpen={(phone) => onPlace({ show: "customers", customer: phone })} />
          )}
        </Page>
      </div>
      {mail !== undefined && <OpenedMail key={mail} id={mail} onClose={() => onPlace({ show: "mails", to })} />}
      {customer !== undefined && (
        <OpenedTelephone key={customer} phone={customer} onClose={() => onPlace({ show: "customers" })} />
      )}
    </div>
  );
}
