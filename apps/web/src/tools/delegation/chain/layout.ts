import type { ChainStep, GraphNode, GraphZone, Hold } from './graph.ts';

/** Where a node is drawn, with the text rows of its steps. */
export interface PlacedNode extends Box {
  readonly node: GraphNode;
  readonly rows: readonly { readonly step: ChainStep; readonly y: number }[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An arrow; its word is written in the node it points to. */
export interface Arrow {
  readonly hold: Hold;
  readonly path: string;
  /** Position of the arrowhead. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedZone extends Box {
  readonly zone: GraphZone;
  readonly nodes: readonly PlacedNode[];
  readonly arrows: readonly Arrow[];
  /** The arrow from the zone above, with the position of its word. */
  readonly link: (Arrow & { readonly step: ChainStep; readonly textX: number; readonly textY: number }) | null;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The left edges of the three columns, for their headings. */
  readonly columns: readonly number[];
  /** True if space is scarce: letters are then smaller. */
  readonly isNarrow: boolean;
  readonly zones: readonly PlacedZone[];
}

/** In units of the drawing: CSS pixels unless it is scaled. */
export const MIN_WIDTH = 340;
const MAX_WIDTH = 760;
const ROW = 17;
/** Wide enough for «No key 34505» and an arrow beside it. */
const MIN_NODE = 97;
const MAX_NODE = 160;
const HEADINGS = 22;
const ZONE_HEAD = 34;
const ZONE_GAP = 36;
const NODE_GAP = 10;
const PAD = 8;
/** Above the first row of a node: its title and its second line. */
const TITLE = 24;
const DETAIL = 16;
const NODE_END = 5;
const HEAD = 7;

const none: ReadonlySet<GraphZone> = new Set();

/**
 * Places zones below each other, and within each the parent's statement, the keys and the signed sets side by side. Those
 * in `short` are one line each.
 */
export function layoutOf(zones: readonly GraphZone[], available: number, short = none): Layout {
  const width = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, available)));
  const inner = width - 2 * PAD;
  const nodeWidth = Math.floor(Math.min(MAX_NODE, Math.max(MIN_NODE, inner * 0.27)));
  const gap = (inner - 3 * nodeWidth) / 2;
  const columns = [0, 1, 2].map((column) => PAD + column * (nodeWidth + gap));
  let y = HEADINGS;
  const placed: PlacedZone[] = [];
  for (const zone of zones) {
    const room = { columns, nodeWidth, width, y };
    const one = short.has(zone) ? placeShort(zone, room) : placeZone(zone, room);
    placed.push(one);
    y = one.y + one.height + ZONE_GAP;
  }
  return { width, height: Math.max(y - ZONE_GAP + 2, HEADINGS), columns, isNarrow: nodeWidth < 120, zones: placed };
}

interface Room {
  readonly columns: readonly number[];
  readonly nodeWidth: number;
  readonly width: number;
  readonly y: number;
}

function placeZone(zone: GraphZone, { columns, nodeWidth, width, y }: Room): PlacedZone {
  const lists = [zone.ds, zone.keys, zone.sets];
  const heights = lists.map((list) => stackHeight(list));
  const tallest = Math.max(...heights, 0);
  const nodes = lists.flatMap((list, column) => {
    const top = y + ZONE_HEAD + (tallest - (heights[column] ?? 0)) / 2;
    return stack(list, columns[column] ?? 0, top, nodeWidth);
  });
  const height = ZONE_HEAD + tallest + PAD;
  const x = (columns[0] ?? 0) + nodeWidth / 2;
  return { zone, x: 0, y, width, height, nodes, arrows: arrowsOf(nodes), link: linkOf(zone, x, y) };
}

function placeShort(zone: GraphZone, { columns, nodeWidth, width, y }: Room): PlacedZone {
  const link = linkOf(zone, (columns[0] ?? 0) + nodeWidth / 2, y);
  return { zone, x: 0, y, width, height: ZONE_HEAD, nodes: [], arrows: [], link };
}

function stack(list: readonly GraphNode[], x: number, top: number, width: number): PlacedNode[] {
  let y = top;
  return list.map((node) => {
    const first = y + TITLE + (node.detail === '' ? 0 : DETAIL);
    const rows = node.steps.map((step, index) => ({ step, y: first + index * ROW + ROW / 2 }));
    const placed = { node, x, y, width, height: heightOf(node), rows };
    y += placed.height + NODE_GAP;
    return placed;
  });
}

function heightOf({ detail, steps }: GraphNode): number {
  return TITLE + (detail === '' ? 0 : DETAIL) + steps.length * ROW + NODE_END;
}

function stackHeight(list: readonly GraphNode[]): number {
  return list.reduce((sum, node) => sum + heightOf(node) + NODE_GAP, 0) - (list.length > 0 ? NODE_GAP : 0);
}

/** One arrow for each step between two nodes. Arrows leaving the same node start in the order in which they end. */
function arrowsOf(nodes: readonly PlacedNode[]): Arrow[] {
  const ends = nodes.flatMap((to) => to.rows.map(({ step, y }) => ({ to, step, y })));
  return nodes.flatMap((from) => {
    const own = ends.filter(({ step }) => step.from === from.node.id).sort((a, b) => a.y - b.y);
    return own.map(({ to, step, y }, index) => {
      const start = from.y + (from.height * (index + 1)) / (own.length + 1);
      return { hold: step.hold, path: curve(from.x + from.width, start, to.x, y), x: to.x, y };
    });
  });
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const end = toX - HEAD;
  const middle = (fromX + end) / 2;
  return `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${end} ${toY}`;
}

/** From the zone above to its statement about this one. */
function linkOf({ link }: GraphZone, x: number, y: number): PlacedZone['link'] {
  if (link === null) return null;
  const end = y - HEAD;
  return { step: link, hold: link.hold, path: `M${x} ${y - ZONE_GAP}V${end}`, x, y, textX: x + 12, textY: y - 13 };
}
