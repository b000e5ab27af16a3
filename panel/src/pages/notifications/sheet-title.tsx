import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { setTitle } from "../../components/title.ts";
import { Moment } from "./moment.tsx";
import { type Listed, titleOf } from "./outcome.ts";

interface SheetTitleProps {
  readonly shown: Listed | undefined;
}

/** The heading takes the focus, so that a screen reader announces what was opened. */
export function SheetTitle({ shown }: SheetTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On narrow screens the sheet replaces the list, so the sheet's heading is the page's heading.
  const Heading = useMediaQuery("(max-width: 75em)", false, { getInitialValueInEffect: false }) ? "h1" : "h2";
  const title = shown ? titleOf(shown) : "Notification";
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const before = setTitle(title);
    return () => void setTitle(before);
  }, [title]);
  return (
    <div className="sheet-title">
      <Heading ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </Heading>
      {shown && <About shown={shown} />}
    </div>
  );
}

const About = ({ shown: { channel, account, template, created_at: at } }: { readonly shown: Listed }) => (
  <p className="t3">
    {channel === "email" ? "Email" : "Chat message"}
    {account && " by "}
    {account && <AccountName channel={channel} {...account} />}
    {template && " from template "}
    {template && (
      <Link className="link" to={`/${channel === "email" ? "email" : "chat"}-templates/${template.id}`}>
        {template.name}
      </Link>
    )}
    , <Moment at={at} isExact />
  </p>
);

/** Owners can open their sending accounts, but only administrators can open chat accounts. */
const AccountName = ({
  channel,
  id,
  name,
}: Pick<Listed, "channel"> & { readonly id: string; readonly name: string }) =>
  channel === "email" ? (
    <Link className="link" to={`/sending-accounts/${id}`}>
      {name}
    </Link>
  ) : (
    name
  );
