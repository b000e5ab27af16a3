import { errorText } from "../api/api-error.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface ProblemProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** The error's message and detail, as the service gives them. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const { message, detail } = errorText(error);
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        {title && <strong>{title}</strong>}
        <p>{message}</p>
        {detail && <pre className="response">{detail}</pre>}
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}
