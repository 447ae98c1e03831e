import type { Edge, Zone } from '../query.ts';
import { algorithmText, digestText, statusText, stepWords } from './words.ts';

/** Whether a step holds; `none` if nothing is claimed. */
export type Hold = 'ok' | 'broken' | 'unknown' | 'none';

/** `partly` if the chain leads to the zone, and yet a step within it is broken, as at one of its servers. */
export type ZoneHold = Hold | 'partly';

/** A step of the chain that ends at a node: its word is shown at the head of the arrow. */
export interface ChainStep {
  /** The node where it starts; null for a step that starts at the parent zone. */
  readonly from: string | null;
  readonly hold: Hold;
  readonly word: string;
}

export interface GraphNode {
  readonly id: string;
  readonly kind: 'ds' | 'key' | 'set';
  readonly title: string;
  /** A second line; empty if there is none. */
  readonly detail: string;
  /** Details that are seldom needed, shown in the list only. */
  readonly more: string;
  /** False for a missing key or DS record. */
  readonly isThere: boolean;
  readonly steps: readonly ChainStep[];
}

/** One zone: the parent's statement, its keys, and the record sets they sign. */
export interface GraphZone {
  readonly name: string;
  readonly parent: string | null;
  /** Its status in a word or two. */
  readonly status: string;
  /** Whether its box is drawn as one where everything holds. */
  readonly hold: ZoneHold;
  readonly why: string;
  /** From the parent zone to its statement; null for the root. */
  readonly link: ChainStep | null;
  readonly ds: readonly GraphNode[];
  readonly keys: readonly GraphNode[];
  readonly sets: readonly GraphNode[];
}

/** The chain of trust as a graph, made from its steps; both the drawing and the list show it. */
export function graphOf(zones: readonly Zone[], edges: readonly Edge[]): GraphZone[] {
  return zones.map((zone, index) => {
    const own = edges.filter((edge) => edge.zone === zone.name);
    const keys = keyNodes(zone, own);
    const sets = setNodes(zone, own);
    const isBroken = [...keys, ...sets].some(({ steps }) => steps.some(({ hold }) => hold === 'broken'));
    const isPartly = isSigned(zone) && isBroken;
    return {
      name: zone.name,
      parent: zone.parent,
      status: isPartly ? 'Partly valid' : statusText(zone.status),
      hold: isPartly ? 'partly' : (statusHolds[zone.status] ?? 'unknown'),
      why: zone.why ?? '',
      link: zone.parent === null ? null : linkOf(zone, zones[index - 1]),
      ds: dsNodes(zone, zones[index - 1]),
      keys,
      sets,
    };
  });
}

const statusHolds: Readonly<Record<string, Hold>> = { secure: 'ok', bogus: 'broken', insecure: 'none' };

const isSigned = (zone: Zone | undefined) => zone?.status === 'secure';

function linkOf({ ds, dsDenial, status }: Zone, parent: Zone | undefined): ChainStep {
  const from = null;
  if (ds.length > 0) {
    if (parent?.status === 'insecure') return { from, hold: 'none', word: 'not signed' };
    return isSigned(parent) ? { from, hold: 'ok', word: 'signed' } : { from, hold: 'unknown', word: 'not checked' };
  }
  const result = dsDenial?.result;
  if (result === 'proven' || result === 'opt-out') return { from, hold: 'ok', word: result };
  if (result !== undefined) return { from, hold: status === 'bogus' ? 'broken' : 'unknown', word: 'not proven' };
  if (status === 'bogus') return { from, hold: 'broken', word: 'not valid' };
  return isSigned(parent)
    ? { from, hold: 'unknown', word: 'not known' }
    : { from, hold: 'none', word: parent?.status === 'insecure' ? 'not signed' : 'not known' };
}

/** `example.com DS 34505 2`, as steps identify their ends. */
const dsId = (zone: string, { keyTag, digestType }: Zone['ds'][number]) => `${zone} DS ${keyTag} ${digestType}`;

function dsNodes({ name, parent, ds, dsDenial }: Zone, above: Zone | undefined): GraphNode[] {
  const kind = 'ds';
  if (ds.length > 0) {
    const unique = new Map(ds.map((one) => [dsId(name, one), one]));
    return [...unique].map(([id, one]) => ({
      id,
      kind,
      isThere: true,
      steps: [],
      title: `${parent === null ? 'Anchor' : 'DS'} ${one.keyTag}`,
      detail: digestText(one.digestType),
      more: joined(algorithmText(null, one.algorithm), one.digest && `digest ${one.digest}`),
    }));
  }
  const method = dsDenial?.method?.toUpperCase() ?? null;
  const isProven = dsDenial?.result === 'proven' || dsDenial?.result === 'opt-out';
  const isAbsent = isProven || above?.status === 'insecure';
  return [
    {
      id: `${name} no DS`,
      kind,
      isThere: false,
      steps: [],
      more: '',
      title: isAbsent ? 'No DS' : 'DS unknown',
      detail: isProven && method !== null ? `by ${method}` : '',
    },
  ];
}

function keyNodes(zone: Zone, edges: readonly Edge[]): GraphNode[] {
  const { name, keys } = zone;
  const steps = (id: string) => edges.filter((one) => one.kind === 'ds' && one.to === id).map(stepOf);
  const idOf = (tag: number | string) => `${name} DNSKEY ${tag}`;
  const signsData = (id: string) => edges.some((one) => one.from === id && one.to === `${name} SOA`);
  const sorted = keys.toSorted((a, b) => Number(b.isSep) - Number(a.isSep));
  const known = sorted.map((key): GraphNode => {
    const id = idOf(key.keyTag);
    const role = key.isSep ? (signsData(id) ? 'CSK' : 'KSK') : 'ZSK';
    const bits = key.bits !== null && key.algorithmName?.startsWith('RSA') ? ` ${key.bits}` : '';
    return {
      id,
      kind: 'key',
      title: `${role} ${key.keyTag}`,
      isThere: true,
      steps: steps(id),
      detail: `${algorithmText(key.algorithmName, key.algorithm)}${bits}`,
      more: joined(key.flags === null ? null : `flags ${key.flags}`, key.isRevoked ? 'revoked' : null),
    };
  });
  if (known.length === 0 && edges.length === 0 && zone.status !== 'not-determinable') {
    const empty = { detail: '', more: '', isThere: false, steps: [] };
    return [{ id: `${name} no keys`, kind: 'key', title: 'No keys', ...empty }];
  }
  const ids = new Set(known.map(({ id }) => id));
  const ends = edges.flatMap(({ kind, from, to }) => (kind === 'ds' ? to : from));
  const missing = [...new Set(ends)].filter((id) => !ids.has(id));
  return [
    ...known,
    ...missing.map((id): GraphNode => {
      const tag = id.slice(id.lastIndexOf(' ') + 1);
      const title = `No key ${tag}`;
      return { id, kind: 'key', title, detail: '', more: '', isThere: false, steps: steps(id) };
    }),
  ];
}

/** The record sets at the apex, the set of keys first. */
function setNodes({ name, keys, ds, signatures, status }: Zone, edges: readonly Edge[]): GraphNode[] {
  const signed = edges.filter(({ kind }) => kind === 'signature');
  const expected = keys.length > 0 ? ['DNSKEY', 'SOA'] : [];
  const types = [...new Set([...expected, ...signed.map(({ to }) => to.slice(name.length + 1))])];
  if (types.length === 0) {
    const hasAnswer = status !== 'not-determinable';
    const title = hasAnswer ? 'Records' : 'No answer';
    const word = ds.length > 0 ? 'no signature' : 'not signed';
    const step: ChainStep = { from: null, hold: ds.length > 0 ? 'broken' : 'none', word };
    const id = `${name} records`;
    return [{ id, kind: 'set', title, detail: '', more: '', isThere: hasAnswer, steps: hasAnswer ? [step] : [] }];
  }
  return types.map((type): GraphNode => {
    const id = `${name} ${type}`;
    const steps = signed.filter(({ to }) => to === id).map(stepOf);
    const missing: ChainStep = { from: null, hold: ds.length > 0 ? 'broken' : 'none', word: 'no signature' };
    const until = signatures
      .filter(({ covers, state }) => covers === type && state === 'valid')
      .map((one) => one.until);
    return {
      id,
      kind: 'set',
      title: type,
      detail: '',
      isThere: true,
      more: until.flatMap((one) => one ?? []).toSorted()[0] ?? '',
      steps: steps.length > 0 ? steps : [missing],
    };
  });
}

function stepOf({ from, ok, why, kind }: Edge): ChainStep {
  const hold = ok === null ? 'unknown' : ok ? 'ok' : 'broken';
  return { from, hold, word: stepWords(kind, why) };
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}
