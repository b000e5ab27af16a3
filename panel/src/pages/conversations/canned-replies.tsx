import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { answerOf } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import type { DelayedDelete } from "../../components/use-delayed-delete.ts";
import { usePanel } from "../../session/session-context.tsx";

const SHOWN = 8;

export function useCannedReplies(isWanted = true) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["canned-replies"],
    queryFn: async () => (await answerOf(api.GET("/panel/api/canned-replies"))).canned_replies,
    enabled: isWanted,
  });
}

interface CannedRepliesProps {
  readonly isOpen: boolean;
  /** The text that was typed after the slash. */
  readonly typed: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly isGone: DelayedDelete["isGone"];
  /** Called with the chosen text, or with nothing when the list is closed. */
  readonly onPick: (text: string | undefined) => void;
  readonly onManage: () => void;
  readonly children: ReactNode;
}

/** The list above the text field: the arrow keys move in it, Enter chooses and Escape closes. */
export function CannedReplies({ isOpen, typed, area, isGone, onPick, onManage, children }: CannedRepliesProps) {
  const query = useCannedReplies(isOpen);
  const [at, setAt] = useState(0);
  const sought = typed.trim().toLowerCase();
  const found = (query.data ?? [])
    .filter(({ id, name, text }) => !isGone(id) && `${name}\n${text}`.toLowerCase().includes(sought))
    .slice(0, SHOWN);
  const chosen = found[Math.min(at, found.length - 1)];
  useListKeys({ isOpen, area, count: found.length, setAt, onEnter: chosen && (() => onPick(chosen.text)), onPick });
  return (
    <>
      {isOpen && (
        <div className="canned">
          <div id="canned-replies" role="listbox" aria-label="Canned replies">
            {found.map((reply) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
              <div
                key={reply.id}
                id={`canned-${reply.id}`}
                role="option"
                aria-selected={reply === chosen}
                className="row"
                onClick={() => onPick(reply.text)}
              >
                <span className="b">/{reply.name}</span>
                <span className="t3 cut grow">{reply.text}</span>
              </div>
            ))}
          </div>
          {query.isSuccess && found.length === 0 && (
            <p className="t3 pad-row">{query.data.length === 0 ? "No canned reply yet." : "None has this text."}</p>
          )}
          <div className="line-top">
            <Button isSmall look="quiet" icon="edit" onClick={onManage}>
              Write and change canned replies
            </Button>
          </div>
        </div>
      )}
      {children}
    </>
  );
}

interface ListKeys extends Pick<CannedRepliesProps, "isOpen" | "area" | "onPick"> {
  readonly count: number;
  readonly setAt: (change: (at: number) => number) => void;
  readonly onEnter: (() => void) | undefined;
}

function useListKeys({ isOpen, area, count, setAt, onEnter, onPick }: ListKeys): void {
  useEffect(() => {
    const field = area.current;
    if (!isOpen || field === null) return;
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => setAt((at) => Math.min(at + 1, count - 1)),
      ArrowUp: () => setAt((at) => Math.max(Math.min(at, count - 1) - 1, 0)),
      Enter: onEnter,
      Escape: () => onPick(undefined),
    };
    const onKey = (event: KeyboardEvent) => {
      const action = event.shiftKey || event.isComposing ? undefined : actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    field.addEventListener("keydown", onKey);
    return () => field.removeEventListener("keydown", onKey);
  });
}
