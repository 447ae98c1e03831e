/**
 * The parts of a sentence of ours, in which what stands between two backticks is code: by turns words and code, the words first.
 * A backtick alone is a character.
 */
export const codeParts = (sentence: string): readonly string[] => sentence.split(/`([^`]+)`/);
