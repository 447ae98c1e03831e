import { AskError, type AskStage } from '../../browser/api/ask-error.ts';

/** The words of a tool for a failed lookup. */
export interface FailureWords {
  /** If nothing better is known. */
  readonly fallback: string;
  /** If the server gave no reason, by how far the call got; null stands for the client's own text. */
  readonly at?: Readonly<Partial<Record<AskStage, string | null>>>;
  /** Put before what is known. */
  readonly prefix?: string;
  /** Instead of an empty message. */
  readonly nameless?: string;
  /** For what is no error at all; other errors are then told in their own words, and otherwise by `fallback`. */
  readonly unexpected?: string;
}

/** The client's own text, if no readable answer came. */
export const clientTexts = { 'no-response': null, status: null, encrypted: null } as const;

/** The message of a failed lookup: the server's, or else the words of the tool. */
export function failureTexts(words: FailureWords): (error: unknown) => string {
  return (error) => {
    if (!(error instanceof Error) && words.unexpected !== undefined) return words.unexpected;
    const message = messageOf(error, words);
    return message === '' ? (words.nameless ?? '') : (words.prefix ?? '') + message;
  };
}

function messageOf(error: unknown, { fallback, at = {}, unexpected }: FailureWords): string {
  if (error instanceof AskError) {
    const text = at[error.stage];
    return error.serverMessage || (text === undefined ? fallback : (text ?? error.message));
  }
  return error instanceof Error && unexpected !== undefined ? error.message : fallback;
}
