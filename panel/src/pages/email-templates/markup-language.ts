import { StreamLanguage, type StringStream } from "@codemirror/language";

interface Place {
  isInTag: boolean;
  isInComment: boolean;
}

/** Knows enough HTML for colours: tags, attributes, values and comments. Template actions are coloured on top. */
export const markup = StreamLanguage.define<Place>({
  name: "html",
  startState: () => ({ isInTag: false, isInComment: false }),
  token(stream, place) {
    if (place.isInComment) return comment(stream, place);
    return place.isInTag ? inTag(stream, place) : outside(stream, place);
  },
});

function comment(stream: StringStream, place: Place): string {
  place.isInComment = !stream.skipTo("-->");
  if (place.isInComment) stream.skipToEnd();
  else stream.match("-->");
  return "comment";
}

function outside(stream: StringStream, place: Place): string | null {
  if (stream.match("<!--")) return comment(stream, place);
  if (stream.match(/^<![^>]*>?/)) return "documentMeta";
  if (stream.match(/^<\/?[a-zA-Z][\w:-]*/)) {
    place.isInTag = true;
    return "tagName";
  }
  stream.next();
  stream.eatWhile(/[^<]/);
  return null;
}

function inTag(stream: StringStream, place: Place): string | null {
  if (stream.match(/^\/?>/)) {
    place.isInTag = false;
    return "angleBracket";
  }
  if (stream.match(/^"[^"]*"?|^'[^']*'?/)) return "attributeValue";
  if (stream.match(/^[^\s"'<>/=]+/)) return "attributeName";
  stream.next();
  return null;
}
