import { type ExtendedError, extendedErrorName, extendedErrorWords } from '@sonde/contract';
import { typeMnemonic } from '../../protocols/dns-message/record-types.ts';
import { saidOf, type TypeResult } from './ask-types.ts';

/** Maximum number of different errors named in the sentence of a failure. */
const MAX_TOLD = 3;

/**
 * The extended errors of all questions, first those of the first round, then those of the second, without validation. A bare
 * code is left out if the same code came with a text for the same type.
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

/** For a lookup without an answer: what the resolver reported, errors with a text first; undefined if nothing. */
export function detailOf(errors: readonly ExtendedError[]): string | undefined {
  const words = [...errors]
    .sort((a, b) => Number(a.text === null) - Number(b.text === null))
    .map((error) => extendedErrorWords(error));
  const told = [...new Set(words)].slice(0, MAX_TOLD);
  return told.length === 0 ? undefined : told.join('; ');
}
