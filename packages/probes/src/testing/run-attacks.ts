import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type NetworkLab, networkTargets, programArguments } from '@sonde/lab';
import { expect } from 'vitest';
import type { Attack, AttackResult } from './attack-network-layer.ts';

const script = fileURLToPath(new URL('attack-network-layer.ts', import.meta.url));

export interface AttackOptions {
  /** How long a single attack may take. */
  readonly withinMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs them from the client's network, with default permissions only; expects a result of each in time. */
export async function runAttacks(
  lab: NetworkLab,
  attacks: readonly Attack[],
  { withinMs, env = {} }: AttackOptions,
): Promise<readonly AttackResult[]> {
  const attacker = await lab.start(process.execPath, await programArguments(script), {
    env: { SONDE_RESOLVERS: `${networkTargets.resolver.ipv4}`, ...env },
  });
  attacker.stdin.end(JSON.stringify(attacks));
  const [said] = await Promise.all([text(attacker.stdout), once(attacker.stdout, 'close')]);
  const { code } = await attacker.ended;
  if (code !== 0) throw new Error(`the attacker ended with ${code}: ${attacker.output}`);
  const results: AttackResult[] = JSON.parse(said);
  expect(results).toHaveLength(attacks.length);
  expect(results.filter(({ durationMs }) => durationMs > withinMs)).toEqual([]);
  return results;
}
