import type { Snippet } from "../components/snippets.tsx";

/** The first request that a newcomer is shown. */
export const FIRST_REQUEST = { recipient: "you@example.com", subject: "Hello", body: "It works." } as const;

/** Writes the sending of a notification as a program in each language; the key comes from the environment. */
export function sendSnippets(baseUrl: string, request: Readonly<Record<string, unknown>>): readonly Snippet[] {
  const url = `${baseUrl}/api/v1/notifications`;
  const json = JSON.stringify(request, null, 2);
  return [
    { language: "curl", code: curl(url, json) },
    { language: "TypeScript", code: typeScript(baseUrl, json) },
    { language: "Python", code: python(url, json) },
    { language: "Go", code: go(url, json) },
  ];
}

const curl = (url: string, json: string): string =>
  [
    `curl ${url} \\`,
    '  -H "Authorization: Bearer $HERALD_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    // In the shell a single-quoted text ends before each quote and begins again after it.
    `  -d '${json.replaceAll("'", String.raw`'\''`)}'`,
  ].join("\n");

const typeScript = (baseUrl: string, json: string): string =>
  `import { Herald } from "@herald/client";

const herald = new Herald({
  baseUrl: "${baseUrl}",
  apiKey: process.env.HERALD_API_KEY ?? "",
});
const { id } = await herald.notifications.send(${json});
console.log(id);`;

const python = (url: string, json: string): string =>
  `import json, os, urllib.request

body = json.loads(r"""${json}""")
request = urllib.request.Request(
    "${url}",
    json.dumps(body).encode(),
    {"Authorization": f"Bearer {os.environ['HERALD_API_KEY']}", "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request, timeout=30))["id"])`;

const go = (url: string, json: string): string =>
  `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader(${goString(json)})
	request, _ := http.NewRequest("POST", "${url}", body)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("HERALD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(answer))
}`;

/** A raw string of Go cannot contain a backquote. */
const goString = (text: string): string => (text.includes("`") ? JSON.stringify(text) : `\`${text}\``);
