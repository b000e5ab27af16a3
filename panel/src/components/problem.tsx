import { errorText, isUnanswered } from "../api/api-error.ts";
import { Button } from "./button.tsx";
import { ToneIcon } from "./status.tsx";

interface ProblemProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** The title of a failed action begins so, for example `Not sent`. */
const NOT_DONE = "Not ";

/** Shows the message and the detail of an error as the service wrote them. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const { message, detail } = errorText(error);
  // Of an action whose answer was lost nobody knows whether it worked. Its next try has the same idempotency key.
  const isInDoubt = title?.startsWith(NOT_DONE) && isUnanswered(error);
  return (
    <div className="notice wrong" role="alert">
      <ToneIcon tone="bad" />
      <div className="stack grow">
        <div>
          {title && <strong className="b">{isInDoubt ? "Not known whether it worked" : title}</strong>}
          <p>{message}</p>
          {isInDoubt && <p>Try it again: nothing is done twice.</p>}
        </div>
        {detail && <pre className="code wrap">{detail}</pre>}
        {onRetry && (
          <div>
            <Button isSmall onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
