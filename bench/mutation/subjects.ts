/** Something that the specification fixes verbatim, and the requirements that fix it. */
export interface Subject {
  readonly ids: readonly string[];
  /** The text in the code; the changed part is between « and », or all of it. */
  readonly literal: string;
  /** The folder to search; default: all shipped code. */
  readonly under?: string;
}

const ROW = /^- \*\*(R\d+\.\d+)\*\* `[a-z]+` (.+)$/gm;
/** Placeholder for values known only at run time. */
const PLACEHOLDER = /\{[^}]*\}|\bN(?=%)/;
/** Stands for the rest of a text where it is not part of the text: in `API Error: ...`, but not in `Searching...`. */
const AND_SO_ON = / \.\.\.$/;
/** Shorter pieces between two placeholders are not specific to the text. */
const SHORTEST = 4;

/** The quoted texts of all requirements, in pieces without values known only at run time. */
export function textSubjects(requirements: string): Subject[] {
  const ids = new Map<string, string[]>();
  for (const [, id = '', text = ''] of requirements.matchAll(ROW)) {
    for (const [, quoted = ''] of text.matchAll(/'([^']+)'/g)) {
      const pieces = quoted.replace(AND_SO_ON, '').split(PLACEHOLDER);
      for (const literal of pieces.map((piece) => piece.trim()).filter(({ length }) => length >= SHORTEST)) {
        ids.set(literal, [...(ids.get(literal) ?? []), id]);
      }
    }
  }
  return [...ids].map(([literal, all]) => ({ literal, ids: all }));
}
