import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";

interface SheetHeadProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** The head of what is opened beside the list. The heading takes the focus, so that a screen reader announces what was opened. */
export function SheetHead({ title, actions, onClose }: SheetHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On narrow screens the sheet replaces the list, so the sheet's heading is the page's heading.
  const Heading = useMediaQuery("(max-width: 75em)", false, { getInitialValueInEffect: false }) ? "h1" : "h2";
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="bar">
      <Heading ref={heading} tabIndex={-1} className="cut">
        <bdi>{title}</bdi>
      </Heading>
      <span className="grow" />
      {actions}
      <Button icon="close" aria-label="Close" onClick={onClose} />
    </header>
  );
}
