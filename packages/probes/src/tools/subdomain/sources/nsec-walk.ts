import { typeNumber } from '../../../protocols/dns-message/record-types.ts';
import type { Source } from './source.ts';

const NSEC = typeNumber('NSEC');
/** Each step is one question, and they cannot run in parallel. */
const MAX_STEPS = 6000;

/**
 * A zone signed with NSEC links every name to the next (RFC 4034 section 4.1.1). The walk ends at servers that generate
 * the next name online (RFC 4470, names beginning with `\000`), and at zones signed with NSEC3.
 */
export const nsecWalk: Source = {
  name: 'nsec',
  timeoutMs: 10_000,
  find: async ({ domain, net, signal, suggest }) => {
    const seen = new Set<string>();
    let name = domain;
    while (seen.size < MAX_STEPS && !seen.has(name)) {
      seen.add(name);
      const { message } = await net.ask({ name, type: NSEC }, signal);
      const own = message.answers.find((record) => record.type === NSEC && record.name.toLowerCase() === name);
      const next = own?.fields[0]?.toLowerCase();
      if (next === undefined || next.startsWith('\\000') || !next.endsWith(`.${domain}`)) return;
      suggest([next]);
      name = next;
    }
  },
};
