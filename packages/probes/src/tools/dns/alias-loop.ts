import { NetFailure } from '../../net/net.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import type { Ask } from './asking.ts';

/** No reasonable zone has a longer chain of aliases; resolvers themselves stop between 8 and 16. */
const MAX_HOPS = 16;

/**
 * Follows the aliases of a name one question at a time to find a loop: most resolvers answer a loop with SERVFAIL and give
 * no reason.
 * @returns the names in the order followed, the repeated one last; null if there is no loop
 */
export async function findAliasLoop(ask: Ask, name: string, signal: AbortSignal): Promise<string[] | null> {
  const seen = [name.toLowerCase()];
  while (seen.length <= MAX_HOPS) {
    const target = await aliasOf(ask, seen.at(-1) ?? name, signal);
    if (target === null) return null;
    const isSeen = seen.includes(target);
    seen.push(target);
    if (isSeen) return seen;
  }
  return null;
}

async function aliasOf(ask: Ask, name: string, signal: AbortSignal): Promise<string | null> {
  const type = typeNumber('CNAME');
  try {
    const { message } = await ask({ name, type }, signal);
    const alias = message.answers.find((record) => record.type === type && record.name.toLowerCase() === name);
    return alias?.fields[0]?.toLowerCase() ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure) return null;
    throw error;
  }
}
