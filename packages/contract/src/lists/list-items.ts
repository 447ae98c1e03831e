import type { Target } from '../targets/target-kinds.ts';
import type { AnyTool } from '../tool.ts';
import type { ListEstimate } from './list-calls.ts';

/** One lookup of a list. */
export interface ListItem {
  readonly tool: AnyTool;
  readonly target: Target;
  /** The parameters of the tool's call. */
  readonly question: Readonly<Record<string, string>>;
}

/** The lookups of a list: every tool with every target that it takes, in the order of the targets. */
export function listItems(targets: readonly Target[], tools: readonly AnyTool[]): readonly ListItem[] {
  return targets.flatMap((target) =>
    tools.flatMap((tool) => {
      const question = questionOf(tool, target);
      return question === null ? [] : [{ tool, target, question }];
    }),
  );
}

/** As in a report, where the tool takes part in one. */
function questionOf(tool: AnyTool, target: Target): Readonly<Record<string, string>> | null {
  if (!tool.targetKinds.includes(target.kind)) return null;
  return tool.report?.question(target) ?? { [tool.target]: target.target };
}

/** Registries count the questions of one address; this is what all of them bear. */
const REGISTRY_PAUSE_MS = 1_000;

/** Lookups that burden the same servers: they wait for each other, and lookups of other turns come between. */
export interface Turn {
  readonly key: string;
  /** The pause between the beginnings of two lookups. */
  readonly pauseMs: number;
}

/** Who has to bear a lookup: the registry of a top-level domain, or the servers of a domain, or a network. */
export function turnOf({ tool, target }: ListItem): Turn {
  if (tool.contacts.includes('whois')) return { key: `registry ${registryOf(target)}`, pauseMs: REGISTRY_PAUSE_MS };
  return { key: `servers ${networkOf(target)}`, pauseMs: 0 };
}

function registryOf({ kind, target }: Target): string {
  return kind === 'domain' || kind === 'dns-name' ? (target.split('.').at(-1) ?? '') : 'of numbers';
}

const SHARED_LABELS = 2;
const SHARED_GROUPS = 3;

function networkOf({ kind, target }: Target): string {
  if (kind === 'ipv4') return target.split('.').slice(0, -1).join('.');
  if (kind === 'ipv6') return groupsOf(target).slice(0, SHARED_GROUPS).join(':');
  const labels = target.split('.');
  const isBelowSecond = labels.at(-1)?.length === COUNTRY_LENGTH && SECOND_LEVELS.has(labels.at(-2) ?? '');
  return labels.slice(-(isBelowSecond ? SHARED_LABELS + 1 : SHARED_LABELS)).join('.');
}

const IPV6_GROUPS = 8;

/** With the groups of zeros that `::` stands for (RFC 5952). */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = address.includes('::') ? IPV6_GROUPS - head.length - tail.length : 0;
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
}

/** Country codes have two letters (ISO 3166-1). */
const COUNTRY_LENGTH = 2;
/** Below these labels of countries, such as `co.uk`, everybody has a name: the servers of two of them are others. */
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

/** A list runs below everybody else: it takes at most this share of the slots of a tool. */
const SHARE_OF_SLOTS = 3;

/** How many lookups of a tool a list runs at once. */
export const slotsOfList = ({ capacity }: AnyTool): number =>
  Math.max(1, Math.floor(capacity.lookups / SHARE_OF_SLOTS));

/** What a lookup takes on average; the deadline is the most. */
const USUAL_SHARE_OF_DEADLINE = 1 / 4;

/** How long a list will take, before it begins. */
export function estimateList(items: readonly ListItem[]): ListEstimate {
  const waits = new Map<string, { ms: number; readonly because: string }>();
  const add = (key: string, ms: number, because: string) => {
    const known = waits.get(key) ?? { ms: 0, because };
    known.ms += ms;
    waits.set(key, known);
  };
  // The questions of a tool differ by their target alone: to parse each of ten thousand would take a tenth of a second.
  const usual = new Map<string, number>();
  for (const item of items) {
    const { tool } = item;
    const turn = turnOf(item);
    const usualMs = usual.get(tool.id) ?? tool.deadlineMs(tool.query.parse(item.question)) * USUAL_SHARE_OF_DEADLINE;
    usual.set(tool.id, usualMs);
    add(`tool ${tool.id}`, usualMs / slotsOfList(tool), `${tool.id}: ${slotsOfList(tool)} lookups at a time`);
    if (turn.pauseMs > 0) add(turn.key, turn.pauseMs, `${tool.id} asks each registry one question a second`);
    else add(`${turn.key} ${tool.id}`, usualMs, `${tool.id}: the servers of one domain or network take turns`);
  }
  const [longest] = [...waits.values()].toSorted((a, b) => b.ms - a.ms);
  return {
    lookups: items.length,
    seconds: Math.ceil((longest?.ms ?? 0) / 1000),
    because: longest === undefined ? null : `${longest.because}.`,
  };
}
