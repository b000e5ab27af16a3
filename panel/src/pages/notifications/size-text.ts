const KB = 1024;

/** A size in bytes, as people read it. */
export const sizeText = (bytes: number): string =>
  bytes < KB ? `${bytes} B` : bytes < KB * KB ? `${Math.round(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
