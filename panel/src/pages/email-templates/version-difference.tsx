import { diffLines } from "diff";
import type { Schemas } from "../../api/schemas.ts";

type Version = Schemas["EmailTemplateVersion"];

interface VersionDifferenceProps {
  readonly version: Version;
  /** The previous version; undefined for the oldest stored version. */
  readonly before: Version | undefined;
}

const textOf = ({ subject, body }: Version): string => `Subject: ${subject}\n\n${body}\n`;

/** Shows the changes of a version line by line. */
export const VersionDifference = ({ version, before }: VersionDifferenceProps) => (
  <section aria-label={`Changes of version ${version.version}`}>
    <pre className="code diff">
      {diffLines(before ? textOf(before) : "", textOf(version)).map(({ value, added, removed }, i) => {
        const Line = added ? "ins" : removed ? "del" : "span";
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
        return <Line key={i}>{value}</Line>;
      })}
    </pre>
  </section>
);
