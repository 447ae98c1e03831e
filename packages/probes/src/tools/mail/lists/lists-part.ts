import type { BlocklistAnswer } from '@sonde/contract';
import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { Blocklist } from '../../../data/data.ts';
import type { MailDns } from '../dns.ts';

/** Maximum number of mail server addresses looked up in each list. */
const MAX_ADDRESSES = 20;

type State = BlocklistAnswer['state'];

/**
 * Looks up the domain and the addresses of its mail servers in blocklists. Each list is first tested with the entries that
 * RFC 5782 says it must and must not have; if the test fails, its answers are ignored.
 */
export async function listsPart(
  dns: MailDns,
  lists: readonly Blocklist[],
  domain: string,
  addresses: readonly string[],
): Promise<BlocklistAnswer[]> {
  const all = lists.map(async (list) => {
    const control = await controlOf(dns, list);
    const subjects = list.kind === 'domain' ? [domain] : addresses.slice(0, MAX_ADDRESSES);
    return Promise.all(
      subjects.map(async (subject): Promise<BlocklistAnswer> => {
        const base = { list: list.zone, kind: list.kind, subject };
        if (control !== null)
          return { ...base, state: control.state, answers: [...control.answers], text: control.text };
        return { ...base, ...(await lookUp(dns, questionOf(list, subject))) };
      }),
    );
  });
  return (await Promise.all(all)).flat();
}

interface Said {
  readonly state: State;
  readonly answers: string[];
  readonly text: string | null;
}

/** Null for a list that can be queried from here; otherwise the reason why its answers are ignored. */
async function controlOf(dns: MailDns, list: Blocklist): Promise<Said | null> {
  // RFC 5782 sections 5 and 6.2: a list of names has TEST and not INVALID.
  const [yes, no] = list.kind === 'ip' ? ['2.0.0.127', '1.0.0.127'] : ['test', 'invalid'];
  const [listed, clean] = await Promise.all([lookUp(dns, `${yes}.${list.zone}`), lookUp(dns, `${no}.${list.zone}`)]);
  if (listed.state === 'listed' && clean.state === 'not-listed') return null;
  const refusal = [listed, clean].find(({ state }) => state === 'refused');
  if (refusal !== undefined) return refusal;
  const isSilent = [listed, clean].some(({ state }) => state === 'unknown');
  return { state: isSilent ? 'unknown' : 'unusable', answers: [...listed.answers, ...clean.answers], text: null };
}

function questionOf({ zone, kind }: Blocklist, subject: string): string {
  const name =
    kind === 'domain' ? subject : (toReverseName(subject) ?? subject).replace(/\.(?:in-addr|ip6)\.arpa$/, '');
  return `${name}.${zone}`;
}

async function lookUp(dns: MailDns, name: string): Promise<Said> {
  const { state, records } = await dns.ask(name, 'A');
  if (state === 'failed') return { state: 'unknown', answers: [], text: null };
  const answers = records.map(({ fields: [address = ''] }) => address);
  if (answers.length === 0) return { state: 'not-listed', answers, text: null };
  // An answer outside 127/8 comes from something else, such as a parked domain; 127.255.255/24 is how lists refuse.
  const isRefusal = answers.some((address) => !address.startsWith('127.') || address.startsWith('127.255.255.'));
  const { texts } = await dns.texts(name);
  return { state: isRefusal ? 'refused' : 'listed', answers, text: texts[0]?.slice(0, 300) ?? null };
}
