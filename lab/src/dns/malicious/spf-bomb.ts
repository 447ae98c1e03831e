import { type Query, reply, soa } from '../replies.ts';
import type { NameServerBehaviour } from './name-server-behaviours.ts';

const TXT = 16;
const RECORDS = 60;
const TERMS = 300;
const STRING_OCTETS = 255;

/**
 * An SPF record of the attacker that includes 59 others, each with 300 terms about different names in a zone of somebody
 * else. `victim` says how that zone answers: not at all, or that its names do not exist.
 */
export function spfBomb(term: 'a' | 'mx' | 'exists', victim: 'silent' | 'nxdomain'): NameServerBehaviour {
  return {
    udp: (query) => {
      if (isRoot(query)) return [reply(query, { answers: [rootServer] })];
      if (isVictims(query)) return victim === 'silent' ? [] : [denial(query)];
      return [textOf(query, term) === null ? nodata(query) : reply(query, { isTruncated: true })];
    },
    tcp: 'answer',
    tcpReply: (query) => {
      const text = textOf(query, term);
      if (text === null) return nodata(query);
      return reply(query, { answers: [{ type: 'TXT', name: query.name, ttl: 300, data: stringsOf(text) }] });
    },
  };
}

/** Whether the name belongs to the victim. */
export const isVictims = ({ name }: Pick<Query, 'name'>): boolean => /(?:^|\.)victim\.example$/i.test(name);

/** Asked for by a resolver's clients, to see whether it knows any name. */
const isRoot = ({ name }: Query): boolean => name === '.' || name === '';
const rootServer = { type: 'NS', name: '.', ttl: 300, data: 'a.root-servers.net' } as const;

const nodata = (query: Query): Buffer => reply(query, { authorities: [soa(query)] });
const denial = (query: Query): Buffer => reply(query, { rcode: 'nxdomain', authorities: [soa(query)] });

function textOf({ name, type }: Query, term: string): string | null {
  if (type !== TXT) return null;
  const lower = name.toLowerCase();
  const terms = (made: (index: number) => string, count: number) => Array.from({ length: count }, (_, at) => made(at));
  if (lower === 'evil.example')
    return `v=spf1 ${terms((at) => `include:i${at}.evil.example`, RECORDS - 1).join(' ')} -all`;
  const [, included] = /^i(\d+)\.evil\.example$/.exec(lower) ?? [];
  if (included === undefined) return null;
  return `v=spf1 ${terms((at) => `${term}:x${included}-${at}.victim.example`, TERMS).join(' ')} -all`;
}

function stringsOf(text: string): string[] {
  return text.match(new RegExp(`.{1,${STRING_OCTETS}}`, 'g')) ?? [];
}
