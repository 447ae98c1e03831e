import { networkInterfaces } from 'node:os';
import { fingerprintOf } from '@sonde/service/places/identity';
import type { CliContext } from '../cli-context.ts';
import { withEngines } from '../engines.ts';
import { EXIT } from '../exit-status.ts';
import { printable } from '../print/printable.ts';
import { openService } from '../serve/open-service.ts';
import { agentFile, type Membership, readMembership, writeMembership } from './agent-file.ts';
import { demoWorldOf } from './demo-world.ts';
import { joinHub } from './join.ts';
import { replaceKey } from './replace-key.ts';
import { stayConnected } from './stay-connected.ts';

export interface AgentCall {
  /** The address of the hub; null: the one in the agent's file. */
  readonly hub: string | null;
  /** The code with which to join; null: it has joined before. */
  readonly code: string | null;
  /** Whether it only gets another key. */
  readonly replacesKey: boolean;
}

/** Joins a hub if there is a code, and makes lookups for it until it is stopped; or replaces its key. Returns the exit status. */
export async function runAgent(call: AgentCall, context: CliContext): Promise<number> {
  const { signal, err } = context;
  try {
    const membership = await membershipOf(call, context);
    if (membership === null) return EXIT.usage;
    const path = agentFile(context.env);
    if (call.replacesKey) {
      const { place, identity } = await replaceKey(path, membership, signal);
      context.out(printable(`${place} has another key: ${fingerprintOf(identity.agent)}, in ${path}`));
      return EXIT.answer;
    }
    const closedWorld = demoWorldOf(context.env);
    const openNet: CliContext['openNet'] = (settings) => context.openNet({ ...settings, closedWorld });
    return await withEngines({ ...context, openNet }, async (engines) => {
      const service = openService(engines, context.env);
      const families = familiesOf(networkInterfaces());
      // Its key may be replaced while it runs.
      const read = async () => (await readMembership(path).catch(() => null)) ?? membership;
      await stayConnected({ read, service, families, signal }, err);
      return EXIT.answer;
    });
  } catch (error) {
    if (signal.aborted) return EXIT.answer;
    err(`sonde: ${printable(error instanceof Error ? error.message : String(error))}`);
    return EXIT.failure;
  }
}

async function membershipOf(
  { hub, code }: Pick<AgentCall, 'hub' | 'code'>,
  { env, signal, out, err }: CliContext,
): Promise<Membership | null> {
  const path = agentFile(env);
  const known = await readMembership(path);
  if (code === null) {
    if (known !== null && (hub === null || hub === known.url)) return known;
    const where = known === null ? 'This agent has joined no hub' : `This agent has joined ${known.url}`;
    err(`sonde: ${printable(where)}: use --hub URL --join CODE with a code from «sonde places add».`);
    return null;
  }
  if (hub === null) {
    err('sonde: --join needs --hub URL.');
    return null;
  }
  const { membership, isConfirmed } = await joinHub(hub, code, signal);
  await writeMembership(path, membership);
  out(printable(`Joined as ${membership.place}. Key: ${fingerprintOf(membership.identity.agent)}, in ${path}`));
  if (!isConfirmed)
    out(
      printable(
        `On the machine of the hub, compare this key with «sonde places list», then: sonde places confirm ${membership.place}`,
      ),
    );
  return membership;
}

/** The families for which this machine has an address that others can reach or that is translated. */
function familiesOf(interfaces: ReturnType<typeof networkInterfaces>): ('ipv4' | 'ipv6')[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const has = (family: 'IPv4' | 'IPv6') =>
    all.some((one) => one.family === family && !one.internal && !one.address.startsWith('fe80:'));
  return [...(has('IPv4') ? (['ipv4'] as const) : []), ...(has('IPv6') ? (['ipv6'] as const) : [])];
}
