import type { AnyTool } from '@sonde/contract';
import { hostKinds, type TargetKind } from '@sonde/contract/targets/target-kinds';
import { type Attack, attackOf, type Statuses } from './attack.ts';

/** Hostile targets by the trick they use. */
export interface HostileTargets {
  /** Spellings of special-use addresses, which tools refuse. */
  readonly spellings: Readonly<Record<string, readonly string[]>>;
  /**
   * Public names that resolve to special-use addresses: their DNS records may be shown, but the addresses must not be
   * contacted.
   */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

const REFUSED = [400, 422];
const UNDERSTOOD = [200, 404, 422, 502];
const NAMES_A_HOST: readonly TargetKind[] = [...hostKinds, 'dns-name', 'url'];

/** Every hostile target as the target of every tool, as a plain call and as a stream. */
export function targetAttacks(tools: readonly AnyTool[], { spellings, names }: HostileTargets): Attack[] {
  return tools.flatMap((tool) => [
    ...Object.entries(spellings).flatMap(([trick, texts]) =>
      callsOf(tool, trick, texts, [...REFUSED, ...besidesRefusal(tool)]),
    ),
    ...Object.entries(names).flatMap(([trick, texts]) => callsOf(tool, trick, texts, answersToNames(tool))),
  ]);
}

function besidesRefusal({ targetKinds, describesSpecialUse }: AnyTool): Statuses {
  if (describesSpecialUse) return [200, 502];
  // These tools take no hosts: 017700000001 is a MAC address.
  if (!targetKinds.some((kind) => NAMES_A_HOST.includes(kind))) return UNDERSTOOD;
  // Groups of digits are read as decimal here, so 012.0.0.5 may be a public address, which does not answer in the lab.
  return targetKinds.includes('ipv4') ? [502] : [];
}

function answersToNames({ targetKinds }: AnyTool): Statuses {
  return targetKinds.includes('domain') || targetKinds.includes('dns-name') ? UNDERSTOOD : REFUSED;
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
