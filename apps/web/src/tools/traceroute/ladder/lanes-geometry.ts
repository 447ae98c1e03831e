import type { TracerouteAnswer } from '@sonde/contract/tools/traceroute/tables';

type Link = NonNullable<TracerouteAnswer['graph']>[number];

/** A router interface at one distance; its address is null if it is silent. */
export interface LaneNode {
  readonly address: string | null;
  readonly lane: number;
  /** How many flows pass it; null if the server did not say. */
  readonly flows: number | null;
}

/** A link between the lanes of two consecutive rows. */
export interface LaneLink {
  readonly from: number;
  readonly to: number;
  readonly flows: number | null;
}

export interface LaneRow {
  readonly ttl: number;
  readonly nodes: readonly LaneNode[];
  /** From the row before. */
  readonly links: readonly LaneLink[];
}

/** The nodes at each distance from the server, side by side, near the ones they are reached from. */
export function lanesOf(links: readonly Link[]): readonly LaneRow[] {
  const rows: LaneRow[] = [];
  const ttls = links.flatMap(({ ttl }) => [ttl, ttl + 1]);
  if (ttls.length === 0) return rows;
  for (let ttl = Math.min(...ttls); ttl <= Math.max(...ttls); ttl += 1) {
    const above = rows.at(-1)?.nodes ?? [];
    const incoming = links.filter((link) => link.ttl === ttl - 1);
    const outgoing = links.filter((link) => link.ttl === ttl);
    const nodes = placed(addressesOf(incoming, outgoing), incoming, outgoing, above);
    rows.push({ ttl, nodes, links: incoming.flatMap((link) => laneLink(link, above, nodes)) });
  }
  return rows;
}

function addressesOf(incoming: readonly Link[], outgoing: readonly Link[]): readonly (string | null)[] {
  return [...new Set([...incoming.map(({ to }) => to), ...outgoing.map(({ from }) => from)])];
}

function placed(
  addresses: readonly (string | null)[],
  incoming: readonly Link[],
  outgoing: readonly Link[],
  above: readonly LaneNode[],
): readonly LaneNode[] {
  /** The mean lane of those it is reached from; new ones go to the right. */
  const pull = (address: string | null) => {
    const lanes = incoming
      .filter(({ to }) => to === address)
      .flatMap(({ from }) => above.find((node) => node.address === from)?.lane ?? []);
    return lanes.length === 0 ? Number.MAX_VALUE : lanes.reduce((sum, lane) => sum + lane, 0) / lanes.length;
  };
  const ordered = addresses.map((address) => ({ address, pull: pull(address) })).toSorted((a, b) => a.pull - b.pull);
  return ordered.map(({ address }, lane) => {
    const into = flowsOf(incoming.filter(({ to }) => to === address));
    return { address, lane, flows: into ?? flowsOf(outgoing.filter(({ from }) => from === address)) };
  });
}

/** Null if there is no link, or if one has no number. */
function flowsOf(links: readonly Link[]): number | null {
  let sum = links.length === 0 ? null : 0;
  for (const { flows } of links) sum = sum === null || flows === null ? null : sum + flows;
  return sum;
}

function laneLink({ from, to, flows }: Link, above: readonly LaneNode[], here: readonly LaneNode[]): LaneLink[] {
  const start = above.find(({ address }) => address === from);
  const end = here.find(({ address }) => address === to);
  return start === undefined || end === undefined ? [] : [{ from: start.lane, to: end.lane, flows }];
}

/** The largest number of nodes beside each other. */
export function widthOf(rows: readonly LaneRow[]): number {
  return Math.max(0, ...rows.map(({ nodes }) => nodes.length));
}
