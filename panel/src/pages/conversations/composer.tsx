import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { part } from "../../components/part.tsx";
import { useDelayedDelete } from "../../components/use-delayed-delete.ts";
import { takeFocus } from "../../components/use-focus-back.ts";
import { AttachedFile } from "./attached-file.tsx";
import { CannedReplies } from "./canned-replies.tsx";
import { type Conversation, customerTitle } from "./message-text.ts";
import { hasCaption, type ReplyRequest } from "./reply-draft.ts";
import type { Attached, Attachment } from "./use-attachment.ts";
import { useDraft } from "./use-draft.ts";

const ClipMenu = part(async () => (await import("./composer-tools.tsx")).ClipMenu);
const EmojiButton = part(async () => (await import("./composer-tools.tsx")).EmojiButton);
const CannedDialog = part(async () => (await import("./canned-dialog.tsx")).CannedDialog);
const PlaceDialog = part(async () => (await import("./place-dialog.tsx")).PlaceDialog);

const MENU_CLOSES_MS = 50;
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;
const WIDE = "(min-width: 48.01em)";

interface ComposerProps {
  readonly conversation: Conversation;
  readonly attachment: Attachment;
  readonly onSend: (body: ReplyRequest, text: string) => void;
}

/** Writes replies of any kind while the service window is open, in a text field that grows. */
export function Composer({ conversation, attachment, onSend }: ComposerProps) {
  const [text, setText] = useDraft(conversation.id);
  const [dialog, setDialog] = useState<"place" | "canned">();
  const [isCanned, setIsCanned] = useState(false);
  // The composer, and not the dialog, keeps deleted canned replies for a while, so that undo still works after the
  // dialog is closed.
  const deletion = useDelayedDelete();
  const area = useRef<HTMLTextAreaElement>(null);
  const { attached } = attachment;
  useWriting(area, attached !== undefined);
  const isReady = attached ? attached.mediaId !== undefined : text.trim() !== "";
  const write = (changed: string) => {
    setText(changed);
    setIsCanned(changed.startsWith("/"));
  };
  const submit = () => {
    if (!isReady) return;
    sendAll({ attached, text: text.trim(), onSend });
    attachment.remove();
    write("");
    area.current?.focus();
  };
  const insert = (piece: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    setText(text.slice(0, selectionStart) + piece + text.slice(selectionEnd));
    area.current?.focus();
  };
  const pickCanned = (reply: string | undefined) => {
    setIsCanned(false);
    if (reply !== undefined) setText(text.startsWith("/") ? reply : `${text}${text && " "}${reply}`);
    area.current?.focus();
  };
  return (
    <div className="writing">
      {attached && <AttachedFile attached={attached} onRemove={attachment.remove} />}
      <form
        className="composer"
        aria-label="Reply"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Suspense fallback={<span className="tool" />}>
          <ClipMenu onFile={attachment.attach} onPlace={() => setDialog("place")} />
        </Suspense>
        <CannedReplies
          isOpen={isCanned}
          typed={text.startsWith("/") ? text.slice(1) : ""}
          {...{ area, isGone: deletion.isGone }}
          onPick={pickCanned}
          onManage={() => setDialog("canned")}
        >
          <textarea
            ref={area}
            rows={1}
            aria-label="Message"
            dir="auto"
            placeholder={`Write to ${customerTitle(conversation)}`}
            maxLength={attached ? MAX_CAPTION : MAX_TEXT}
            value={text}
            onChange={({ target }) => write(target.value)}
            onPaste={({ clipboardData }) => {
              const [file] = clipboardData.files;
              if (file) attachment.attach(file);
            }}
            onKeyDown={(event) => isSendKey(event) && submit()}
          />
        </CannedReplies>
        <Suspense fallback={<span className="tool desk" />}>
          <EmojiButton onPick={insert} />
        </Suspense>
        <Button
          icon="bolt"
          aria-label="Canned replies"
          aria-expanded={isCanned}
          onClick={() => setIsCanned(!isCanned)}
        />
        <Button type="submit" icon="sent" aria-label="Send" data-send={isReady || undefined} disabled={!isReady} />
      </form>
      <KeysHint />
      {/* The dialogs stand outside the form, because React passes their submit events up to it. */}
      <Suspense>
        {dialog === "place" && <PlaceDialog onSend={onSend} onClose={() => setDialog(undefined)} />}
        {dialog === "canned" && <CannedDialog deletion={deletion} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}

/** Focuses the text field when it appears, and when a file is chosen, because the caption is written next. */
function useWriting(area: RefObject<HTMLTextAreaElement | null>, hasFile: boolean): void {
  useEffect(() => {
    if (matchMedia(WIDE).matches) takeFocus(area.current);
  }, [area]);
  // The menu gives the focus back to its button only after it has closed, so the focus on the text field waits for the
  // menu to close.
  useEffect(() => {
    if (!hasFile) return;
    const timer = setTimeout(() => area.current?.focus(), MENU_CLOSES_MS);
    return () => clearTimeout(timer);
  }, [area, hasFile]);
}

/** Enter sends, unless Shift is held or an input method is completing a word. */
function isSendKey(event: KeyboardEvent): boolean {
  const { key, shiftKey, nativeEvent } = event;
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing) return false;
  event.preventDefault();
  return true;
}

const KeysHint = () => (
  <p className="row s t3 desk keys-hint" aria-hidden="true">
    <span className="kbd">↵</span> sends <span className="kbd">⇧ ↵</span> new line <span className="kbd">/</span> canned
    reply
  </p>
);

interface Outgoing extends Pick<ComposerProps, "onSend"> {
  readonly attached: Attached | undefined;
  readonly text: string;
}

/** Sends the text as the caption of the file. A recording has no caption, so the text follows as a message. */
function sendAll({ attached, text, onSend }: Outgoing): void {
  const isBelow = attached !== undefined && hasCaption(attached.type);
  if (attached?.mediaId !== undefined) {
    const { type, mediaId, name } = attached;
    const caption = isBelow && text ? { caption: text } : {};
    onSend({ message_type: type, media_id: mediaId, ...caption }, isBelow && text ? `${name}\n${text}` : name);
  }
  if (text && !isBelow) onSend({ message_type: "text", text }, text);
}
