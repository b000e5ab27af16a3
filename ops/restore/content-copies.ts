import type { ContentVersion } from "../content/content-versions.ts";
import type { Figures } from "./figures.ts";
import { type Item, text } from "./item.ts";

export interface VersionedContents {
  versionsOf(key: string): Promise<readonly ContentVersion[]>;
  /** Copies an older version so that it becomes the newest. */
  makeLatest(version: ContentVersion): Promise<void>;
  remove(key: string): Promise<void>;
}

/** `there` means that nothing needs to be done, and `gone` that no version is left. */
export type ContentState =
  | { readonly kind: "there" | "gone" }
  | { readonly kind: "lost"; readonly version: ContentVersion };

/**
 * Returns the state of an object that an item of the backup names. A key is written only once, so its old version has
 * the right content.
 */
export function contentState(versions: readonly ContentVersion[], atMs: number): ContentState {
  if (versions.some(({ isLatest, isMarker }) => isLatest && !isMarker)) return { kind: "there" };
  const withContent = versions.filter(({ isMarker }) => !isMarker).toSorted((a, b) => b.modifiedAtMs - a.modifiedAtMs);
  // The clocks of the two services may differ, so the item may also name an object from just after the backup.
  const version = withContent.find(({ modifiedAtMs }) => modifiedAtMs <= atMs) ?? withContent.at(-1);
  return version ? { kind: "lost", version } : { kind: "gone" };
}

export interface ContentCopiesOptions {
  readonly contents: () => VersionedContents;
  readonly toMs: number;
  readonly isApplied: boolean;
  readonly figures: Figures;
}

/** Restores the objects that items name, before the items themselves. */
export class ContentCopies {
  readonly #options: ContentCopiesOptions;

  constructor(options: ContentCopiesOptions) {
    this.#options = options;
  }

  /** Returns whether the object that an item names exists or was restored. */
  async isThere(item: Item): Promise<boolean> {
    const key = text(item, "blobKey");
    if (key === undefined) return true;
    const { contents, toMs, isApplied, figures } = this.#options;
    const state = contentState(await contents().versionsOf(key), toMs);
    if (state.kind === "gone") figures.textsGone++;
    if (state.kind !== "lost") return state.kind === "there";
    figures.textsLost++;
    if (!isApplied) return true;
    await contents().makeLatest(state.version);
    figures.textsCopied++;
    return true;
  }
}
