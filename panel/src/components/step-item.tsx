import { Link } from "wouter";
import type { FirstStep } from "../explain/set-up-steps.ts";
import { ButtonLink } from "./button.tsx";
import { ToneIcon } from "./status.tsx";

interface StepItemProps {
  readonly step: FirstStep;
  readonly isNext: boolean;
}

/** Shows one of the first steps of a new owner as done, next or later. */
export const StepItem = ({ step: { title, text, verb, to, isDone }, isNext }: StepItemProps) => (
  <li className="item">
    <ToneIcon tone={isDone ? "ok" : "note"} />
    <div className="grow col">
      <Link className="b" to={to}>
        {title}
        {isDone && <span className="vh"> (done)</span>}
      </Link>
      <span className="t3 s">{text}</span>
    </div>
    {isNext && (
      <ButtonLink to={to} look="primary" isSmall>
        {verb}
      </ButtonLink>
    )}
  </li>
);
