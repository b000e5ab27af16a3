import { Kbd } from "@mantine/core";
import { Dialog } from "../components/dialog.tsx";
import { NAVIGATION } from "./navigation.ts";

const COMMON = [
  ["⌘ K", "Search or jump to"],
  ["?", "This sheet"],
  ["/", "Search in a list"],
  ["Esc", "Close, or leave"],
] as const;

const NOTIFICATIONS = [
  ["J", "Next"],
  ["K", "Previous"],
  ["Enter", "Open"],
  ["X", "Choose"],
  ["R", "Retry now"],
  ["S", "Send again"],
  ["C", "Copy the id"],
] as const;

const CONVERSATIONS = [
  ["J", "Next"],
  ["K", "Previous"],
  ["Enter", "Send"],
  ["Shift Enter", "New line"],
  ["/", "Canned reply, in the message"],
] as const;

const APPROVALS = [
  ["J", "Next"],
  ["K", "Previous"],
  ["A", "Approve"],
  ["E", "Edit"],
  ["D", "Decline"],
] as const;

const PAGES = NAVIGATION.flatMap(({ entries }) =>
  entries.map(({ key, label }) => [`G ${key.toUpperCase()}`, label] as const),
);

const GROUPS = [
  ["Everywhere", COMMON],
  ["Notifications", NOTIFICATIONS],
  ["Conversations", CONVERSATIONS],
  ["Approvals", APPROVALS],
  ["Go to", PAGES],
] as const;

/** Lists every shortcut. */
export const ShortcutSheet = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose} size={640}>
    <div className="grid">
      {GROUPS.map(([title, keys]) => (
        <section key={title} className="stack">
          <h3 className="b">{title}</h3>
          <dl className="keys">
            {keys.map(([combination, meaning]) => (
              <div key={combination + meaning}>
                <dt>{meaning}</dt>
                <dd>
                  {combination.split(" ").map((one) => (
                    <Kbd key={one}>{one}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
