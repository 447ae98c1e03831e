import { type ExtendedError, extendedErrorName, extendedErrorWords } from '@sonde/contract';
import { typeMnemonic } from '../../protocols/dns-message/record-types.ts';
import { saidOf, type TypeResult } from './ask-types.ts';

/** A sentence of a failure names so many different errors. */
const MAX_TOLD = 3;

/**
 * The extended errors of all questions: those of the first round, and those of the second, without validation. A code
 * alone is left out where the same code came with words for the same type.
 */
export function extendedErrorsIn(rounds: readonly (readonly TypeResult[])[]): ExtendedError[] {
  const errors = rounds.flat().flatMap((result) =>
    saidOf(result).map(({ code, text }): ExtendedError => {
      return { recordName: typeMnemonic(result.type), code, name: extendedErrorName(code), text };
    }),
  );
  const keyOf = ({ recordName, code }: ExtendedError, text: string | null) => JSON.stringify([recordName, code, text]);
  const explained = new Set(errors.flatMap((error) => (error.text === null ? [] : keyOf(error, null))));
  const kept = errors.filter((error) => error.text !== null || !explained.has(keyOf(error, null)));
  return [...new Map(kept.map((error) => [keyOf(error, error.text), error])).values()];
}

/** For a lookup without an answer: what the resolver said, the errors with words first; undefined for nothing. */
export function detailOf(errors: readonly ExtendedError[]): string | undefined {
  const words = [...errors]
    .sort((a, b) => Number(a.text === null) - Number(b.text === null))
    .map((error) => extendedErrorWords(error));
  const told = [...new Set(words)].slice(0, MAX_TOLD);
  return told.length === 0 ? undefined : told.join('; ');
}
