import type { ReadSubdomain } from '../query.ts';

/** One line of the tree of names. */
export interface TreeRow {
  /** What this line adds to the name above it: one label, or several without names between them. */
  readonly label: string;
  readonly depth: number;
  /** For each level to the left, whether its line goes on below this row. */
  readonly lines: readonly boolean[];
  readonly isLast: boolean;
  /** Null for a name that was not found itself, only names below it. */
  readonly name: ReadSubdomain | null;
}

interface Node {
  readonly label: string;
  readonly children: Map<string, Node>;
  name: ReadSubdomain | null;
}

/** The names as a tree, from the last label to the first. */
export function treeRows(names: readonly ReadSubdomain[]): readonly TreeRow[] {
  const root: Node = { label: '', children: new Map(), name: null };
  for (const name of names) {
    let node = root;
    for (const label of name.subdomain.split('.').toReversed()) {
      const next: Node = node.children.get(label) ?? { label, children: new Map(), name: null };
      node.children.set(label, next);
      node = next;
    }
    node.name = name;
  }
  const rows: TreeRow[] = [];
  addRows([...root.children.values()].map(joined), [], rows);
  return rows;
}

/** Labels without a name of their own and with a single one below them share its line: `example.com`. */
function joined(node: Node): Node {
  const [only] = node.children.values();
  if (node.name !== null || only === undefined || node.children.size > 1) return node;
  const below = joined(only);
  return { ...below, label: `${below.label}.${node.label}` };
}

function addRows(nodes: readonly Node[], lines: readonly boolean[], rows: TreeRow[]): void {
  const sorted = nodes.toSorted((a, b) => (a.label < b.label ? -1 : 1));
  for (const [index, node] of sorted.entries()) {
    const isLast = index === sorted.length - 1;
    rows.push({ label: node.label, depth: lines.length, lines, isLast, name: node.name });
    addRows([...node.children.values()].map(joined), [...lines, !isLast], rows);
  }
}
