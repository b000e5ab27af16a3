/** A command that sends a first email; works in any POSIX shell. */
export const exampleCurl = (baseUrl: string, key: string): string =>
  [
    `curl -X POST ${baseUrl}/api/v1/notifications`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"recipient":"you@example.com","subject":"Hello","body":"It works."}'`,
  ].join(" \\\n  ");
