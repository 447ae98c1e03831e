import type { Plugin } from 'vite';

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** The function of the contract that gives a schema its description. */
const DESCRIBE = 'described';

/**
 * Drops the descriptions of the contract's fields, which are for the API's documents and a fifth of what the browser
 * would load for its first answer.
 */
export function stripDescriptions(): Plugin {
  let isStripped = false;
  return {
    name: 'strip-descriptions',
    // The bundle that renders the pages may have them.
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform(code, id) {
      if (!/[\\/]contract[\\/]src[\\/]/.test(id) || !code.includes(`${DESCRIBE}(`)) return null;
      const pieces = descriptionsIn(this.parse(code));
      isStripped ||= pieces.length > 0;
      return { code: withoutPieces(code, pieces), map: null };
    },
    generateBundle() {
      if (!isStripped) throw new Error('strip-descriptions: no schema has a description any more; drop this plugin.');
    },
  };
}

function withoutPieces(code: string, pieces: readonly Piece[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
    rest += code.slice(from, start);
    from = Math.max(from, end);
  }
  return rest + code.slice(from);
}

/** What stands around the first argument, the schema, in every describing call. */
function descriptionsIn(node: unknown): Piece[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(descriptionsIn);
  const call = node as Piece & { type?: string; callee?: { name?: string }; arguments?: readonly Piece[] };
  const schema = call.arguments?.[0];
  if (call.type !== 'CallExpression' || call.callee?.name !== DESCRIBE || schema === undefined) return inside;
  return [...inside, { start: call.start, end: schema.start }, { start: schema.end, end: call.end }];
}
