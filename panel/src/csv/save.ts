/** The browser reads the blob some time after the click, so the address is released later. */
const RELEASE_MS = 60_000;

/** Saves a file through the browser's download. */
export function save(blob: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
