import type { Plugin } from 'vite';

interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * What `means` says of every field of the contract is for the API's documents: a browser gets the schemas without the
 * words, which are a fifth of what the first answer needs.
 */
export const wordless: Plugin = {
  name: 'wordless',
  apply: 'build',
  transform(code, id) {
    if (!/[\\/]contract[\\/]src[\\/]/.test(id) || !code.includes('means(')) return null;
    const words = wordsIn(this.parse(code)).sort((one, other) => one.start - other.start);
    let schemas = '';
    let from = 0;
    for (const { start, end } of words) {
      schemas += code.slice(from, start);
      from = Math.max(from, end);
    }
    return { code: schemas + code.slice(from), map: null };
  },
};

/** What stands around the first argument of every call of `means`. */
function wordsIn(node: unknown): Piece[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(wordsIn);
  const call = node as Piece & { type?: string; callee?: { name?: string }; arguments?: readonly Piece[] };
  const schema = call.arguments?.[0];
  if (call.type !== 'CallExpression' || call.callee?.name !== 'means' || schema === undefined) return inside;
  return [...inside, { start: call.start, end: schema.start }, { start: schema.end, end: call.end }];
}
