import type { AnyTool } from '../tool.ts';
import type { ListEstimate } from './list-calls.ts';
import type { ListTarget } from './list-target.ts';

/** One lookup of a list. */
export interface ListItem {
  readonly tool: AnyTool;
  readonly target: ListTarget;
  /** The parameters of the tool's call. */
  readonly question: Readonly<Record<string, string>>;
}

/**
 * The lookups of a list: every tool with every target that it accepts, in the order of the targets. A tool that takes no
 * ports looks up the host, once.
 */
export function listItems(targets: readonly ListTarget[], tools: readonly AnyTool[]): readonly ListItem[] {
  const known = new Set<string>();
  return targets.flatMap((target) =>
    tools.flatMap((tool) => {
      const item = itemOf(tool, target);
      const key = `${tool.id} ${item?.target.target}`;
      if (item === null || known.has(key)) return [];
      known.add(key);
      return [item];
    }),
  );
}

/** The targets that none of the tools accepts. */
export const unusedTargets = (targets: readonly ListTarget[], tools: readonly AnyTool[]): readonly ListTarget[] =>
  targets.filter((target) => tools.every((tool) => itemOf(tool, target) === null));

/** The parameters are the same as in a report, if the tool takes part in reports. */
function itemOf(tool: AnyTool, { kind, target: text, host }: ListTarget): ListItem | null {
  if (!tool.targetKinds.includes(kind)) return null;
  const target: ListTarget =
    host === undefined
      ? { kind, target: text }
      : tool.takesPort
        ? { kind, target: text, host }
        : { kind, target: host };
  return { tool, target, question: tool.report?.question(target) ?? { [tool.target]: target.target } };
}

/** Registries limit the queries from one address; all of them tolerate this rate. */
const REGISTRY_PAUSE_MS = 1_000;

/** Lookups that burden the same servers: they run one at a time, and others may run in between. */
export interface Turn {
  readonly key: string;
  /** The minimum time between the starts of two lookups. */
  readonly pauseMs: number;
}

/** Returns what a lookup burdens: the registry of a top-level domain, the servers of a domain, or a network. */
export function turnOf({ tool, target }: ListItem): Turn {
  if (tool.contacts.includes('whois')) return { key: `registry ${registryOf(target)}`, pauseMs: REGISTRY_PAUSE_MS };
  return { key: `servers ${networkOf(target)}`, pauseMs: 0 };
}

function registryOf({ kind, target }: ListTarget): string {
  return kind === 'domain' || kind === 'dns-name' ? (target.split('.').at(-1) ?? '') : 'of numbers';
}

const SHARED_LABELS = 2;
const SHARED_GROUPS = 3;

function networkOf({ kind, target: text, host: target = text }: ListTarget): string {
  if (kind === 'ipv4') return target.split('.').slice(0, -1).join('.');
  if (kind === 'ipv6') return groupsOf(target).slice(0, SHARED_GROUPS).join(':');
  const labels = target.split('.');
  const isBelowSecond = labels.at(-1)?.length === COUNTRY_LENGTH && SECOND_LEVELS.has(labels.at(-2) ?? '');
  return labels.slice(-(isBelowSecond ? SHARED_LABELS + 1 : SHARED_LABELS)).join('.');
}

const IPV6_GROUPS = 8;

/** The groups of an IPv6 address, including those that `::` stands for (RFC 5952). */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = address.includes('::') ? IPV6_GROUPS - head.length - tail.length : 0;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
}

/** Length of a country code (ISO 3166-1). */
const COUNTRY_LENGTH = 2;
/** Second-level labels below which anyone can register, such as `co.uk`: names below them have different servers. */
const SECOND_LEVELS = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gob',
  'gov',
  'ltd',
  'mil',
  'ne',
  'net',
  'nom',
  'or',
  'org',
]);

/** Lists have the lowest priority: the slots of a tool are divided by this number for them. */
const SHARE_OF_SLOTS = 3;

/** How often lists ask one place, a minute: a third of what its agent does for all. */
const PLACE_LOOKUPS_A_MINUTE = 20;

/** The least time between two lookups of lists at the same places. */
export const PLACES_PAUSE_MS = 60_000 / PLACE_LOOKUPS_A_MINUTE;

/** How many lookups of a tool a list runs at once. */
export const slotsOfList = ({ capacity }: AnyTool): number =>
  Math.max(1, Math.floor(capacity.lookups / SHARE_OF_SLOTS));

/** The assumed duration of a lookup before any was measured, as a share of its deadline. */
const ASSUMED_SHARE_OF_DEADLINE = 1 / 4;

/**
 * Estimates how long a list will take.
 * @param measuredMs the mean duration of a tool's lookups in milliseconds, null if none was measured
 * @param places how many places make each lookup; 0 for the server alone
 */
export function estimateList(
  items: readonly ListItem[],
  measuredMs: (tool: string) => number | null = () => null,
  places = 0,
): ListEstimate {
  const waits = new Map<string, { ms: number; readonly because: string }>();
  const add = (key: string, ms: number, because: string) => {
    const known = waits.get(key) ?? { ms: 0, because };
    known.ms += ms;
    waits.set(key, known);
  };
  // The queries of a tool differ only in the target: parsing each of ten thousand would take a tenth of a second.
  const usual = new Map<string, number>();
  for (const item of items) {
    const { tool } = item;
    const turn = turnOf(item);
    const usualMs =
      usual.get(tool.id) ??
      measuredMs(tool.id) ??
      tool.deadlineMs(tool.query.parse(item.question)) * ASSUMED_SHARE_OF_DEADLINE;
    usual.set(tool.id, usualMs);
    add(`tool ${tool.id}`, usualMs / slotsOfList(tool), `${tool.id}: ${slotsOfList(tool)} lookups at a time`);
    if (turn.pauseMs > 0) add(turn.key, turn.pauseMs, `${tool.id} sends each registry one query a second`);
    else add(`${turn.key} ${tool.id}`, usualMs, `${tool.id}: the servers of one domain or network take turns`);
    if (places > 0) add('places', PLACES_PAUSE_MS, `lists ask a place ${PLACE_LOOKUPS_A_MINUTE} times a minute`);
  }
  const [longest] = [...waits.values()].toSorted((a, b) => b.ms - a.ms);
  return {
    lookups: items.length * Math.max(1, places),
    seconds: Math.ceil((longest?.ms ?? 0) / 1000),
    because: longest === undefined ? null : `${longest.because}.`,
  };
}
