import { errorText } from "../api/api-error.ts";
import { Button } from "./button.tsx";
import { ToneIcon } from "./status.tsx";

interface ProblemProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Shows the message and the detail of an error as the service wrote them. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const { message, detail } = errorText(error);
  return (
    <div className="notice wrong" role="alert">
      <ToneIcon tone="bad" />
      <div className="stack grow">
        <div>
          {title && <strong className="b">{title}</strong>}
          <p>{message}</p>
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
