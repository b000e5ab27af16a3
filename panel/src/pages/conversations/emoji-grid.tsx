/** The grid has the emoji that shops use; the keyboard offers all others. */
const EMOJI = [
  ["😀", "grinning"],
  ["😊", "smiling"],
  ["😂", "tears of joy"],
  ["🙂", "slight smile"],
  ["😉", "winking"],
  ["😍", "heart eyes"],
  ["🤗", "hugging"],
  ["🤔", "thinking"],
  ["😅", "sweat smile"],
  ["😢", "crying"],
  ["😕", "confused"],
  ["😮", "surprised"],
  ["👍", "thumbs up"],
  ["👎", "thumbs down"],
  ["👌", "OK"],
  ["👏", "clapping"],
  ["🙏", "thank you"],
  ["🤝", "handshake"],
  ["👋", "waving"],
  ["💪", "strong"],
  ["❤️", "heart"],
  ["💙", "blue heart"],
  ["✨", "sparkles"],
  ["🎉", "party"],
  ["🎁", "present"],
  ["⭐", "star"],
  ["🔥", "fire"],
  ["✅", "done"],
  ["❌", "cross"],
  ["⚠️", "warning"],
  ["❓", "question"],
  ["❗", "exclamation"],
  ["📦", "parcel"],
  ["🚚", "delivery van"],
  ["🏠", "house"],
  ["📍", "place"],
  ["📅", "calendar"],
  ["⏰", "alarm clock"],
  ["📞", "telephone"],
  ["✉️", "letter"],
  ["💳", "card"],
  ["🧾", "receipt"],
  ["💶", "money"],
  ["🛒", "shopping cart"],
  ["👕", "shirt"],
  ["📷", "camera"],
  ["☀️", "sun"],
  ["🌧️", "rain"],
] as const;

export const EmojiGrid = ({ onPick }: { readonly onPick: (emoji: string) => void }) => (
  <div className="emoji">
    {EMOJI.map(([emoji, name]) => (
      <button key={name} type="button" aria-label={name} title={name} onClick={() => onPick(emoji)}>
        {emoji}
      </button>
    ))}
  </div>
);
