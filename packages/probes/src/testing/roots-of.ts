import type { LocalData } from '../data/data.ts';
import { bundledAnchors, bundledHints } from '../data/roots/bundled-roots.ts';
import { type RootAnchors, type RootHints, type Roots, readAnchors, readHints } from '../data/roots/roots.ts';

/** The bundled roots, each replaced by the test's if present. */
export function rootsOf(own: {
  readonly hints: RootHints | null;
  readonly anchors: RootAnchors | null;
}): LocalData['roots'] {
  return async () => ({ hints: own.hints ?? bundledRoots.hints, anchors: own.anchors ?? bundledRoots.anchors });
}

export const bundledRoots: Roots = {
  hints: present(readHints(bundledHints.text, bundledHints.source)),
  anchors: present(readAnchors(bundledAnchors.text, bundledAnchors.source)),
};

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The bundled data of the root cannot be read.');
  return value;
}
