/** A word, a comment without its outer brackets, or a separator (RFC 5322 section 3.2). */
export interface Token {
  readonly kind: 'word' | 'comment' | 'separator';
  readonly text: string;
}

/** Longer values are cut: those of real messages have some hundred characters. */
const MAX_LENGTH = 20_000;
const SPACE = /\s/;

/** Splits a value into words, comments and `separators`; quoted strings stay parts of words, with their quotes. */
export function tokensOf(value: string, separators = ';'): Token[] {
  const text = value.slice(0, MAX_LENGTH);
  const tokens: Token[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') tokens.push({ kind: 'word', text: word });
    word = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') {
      const end = endOfComment(text, at);
      endWord();
      tokens.push({ kind: 'comment', text: text.slice(at + 1, end) });
      at = end;
    } else if (character === '"') {
      const end = endOfQuotes(text, at);
      word += text.slice(at, end + 1);
      at = end;
    } else if (separators.includes(character)) {
      endWord();
      tokens.push({ kind: 'separator', text: character });
    } else if (SPACE.test(character)) endWord();
    else word += character;
  }
  endWord();
  return tokens;
}

/** The offset of the bracket that closes a comment, which may contain others; the end of the text if none does. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function endOfQuotes(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') return at;
  }
  return text.length;
}

/** The pieces between separators, each as its tokens. */
export function piecesOf(tokens: readonly Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'separator') pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces;
}

export const wordsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
export const commentsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ kind, text }) => (kind === 'comment' ? [text] : []));
