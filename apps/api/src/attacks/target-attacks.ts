import type { AnyTool } from '@sonde/contract';
import { type Attack, attackOf, type Statuses } from './attack.ts';

/** Hosts by the trick that each is. */
export interface HostileTargets {
  /** Everybody must refuse them. */
  readonly spellings: Readonly<Record<string, readonly string[]>>;
  /** Public names with addresses where nobody may connect to: DNS tells of them. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

const REFUSED = [400, 422];
const TOLD = [200, 404, 422, 502];
/** Tools that say of an address what it is, and contact nobody for that. */
const KNOWS_ADDRESSES = new Set(['geo']);
/** Groups of digits are decimal to them, so that 012.0.0.5 is a public address, where nobody answers in the lab. */
const TAKES_ADDRESSES = new Set(['ssl', 'whois']);

/** Every hostile target as the target of every tool, as a plain call and as a stream. */
export function targetAttacks(tools: readonly AnyTool[], { spellings, names }: HostileTargets): Attack[] {
  return tools.flatMap((tool) => [
    ...Object.entries(spellings).flatMap(([trick, texts]) =>
      callsOf(tool, trick, texts, [...REFUSED, ...besidesRefusal(tool)]),
    ),
    ...Object.entries(names).flatMap(([trick, texts]) => callsOf(tool, trick, texts, TOLD)),
  ]);
}

function besidesRefusal({ id }: AnyTool): Statuses {
  if (KNOWS_ADDRESSES.has(id)) return [200, 502];
  return TAKES_ADDRESSES.has(id) ? [502] : [];
}

function callsOf(tool: AnyTool, trick: string, texts: readonly string[], statuses: Statuses): Attack[] {
  const attack = attackOf(`${tool.id}: ${trick}`, statuses);
  return texts.map((text, index) => {
    const isStream = index % 4 === 3;
    return attack(addressOf(tool, text), isStream ? { headers: [['Accept', 'text/event-stream']] } : {});
  });
}

/** The tool's example with another target. */
export function addressOf(tool: AnyTool, target: string): string {
  return `${tool.path}?${new URLSearchParams({ ...stringsOf(tool), [tool.target]: target })}`;
}

export function stringsOf({ example }: AnyTool): Record<string, string> {
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));
}
