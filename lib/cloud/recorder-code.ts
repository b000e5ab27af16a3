/**
 * Holds the code of the recording function, which the template contains whole. Below its own path the function answers
 * 200 to everything and logs a line about each request; elsewhere it answers 404 and logs nothing. It keeps only the
 * headers of webhooks, because others may carry a key.
 */
export const RECORDER_CODE = `exports.handler = async ({ rawPath, headers = {}, body = "", isBase64Encoded, requestContext }) => {
  const own = "/" + process.env.RECORDER_PATH + "/";
  if (!rawPath.startsWith(own)) return { statusCode: 404, body: "" };
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
  const kept = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  const path = rawPath.slice(own.length - 1);
  const line = { recorded: 1, path, headers: Object.fromEntries(kept), body: text.slice(0, 50000), atMs: requestContext.timeEpoch };
  process.stdout.write(JSON.stringify(line) + "\\n");
  return { statusCode: 200, headers: { "content-type": "application/json" }, body: "{}" };
};
`;
