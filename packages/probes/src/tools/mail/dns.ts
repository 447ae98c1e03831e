import type { FailureReason } from '@sonde/contract';
import { type Net, NetFailure } from '../../net/net.ts';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { characterStrings } from '../../protocols/dns-message/character-strings.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

/** The result of one DNS question. */
export interface Looked {
  /** `failed`: unknown, with the reason in `reason`. */
  readonly state: 'found' | 'nodata' | 'nxdomain' | 'failed';
  readonly records: readonly ResourceRecord[];
  /** The names that aliases of the queried name lead to. */
  readonly aliases: readonly string[];
  /** The resolver has validated it (AD flag). */
  readonly isAuthenticated: boolean;
  readonly reason: FailureReason | null;
}

/** The questions of one lookup, each asked only once. */
export interface MailDns {
  /** @throws only the signal's reason */
  ask(name: string, mnemonic: string): Promise<Looked>;
  /** The texts of the TXT records of a name, with the strings of each record joined. */
  texts(name: string): Promise<Looked & { readonly texts: readonly string[] }>;
  /** Addresses of both families; `failed` if one of them is unknown. */
  addresses(name: string): Promise<Addresses>;
}

export interface Addresses {
  readonly state: Looked['state'];
  readonly addresses: readonly string[];
  readonly aliases: readonly string[];
  readonly ttlSeconds: number | null;
  readonly reason: FailureReason | null;
}

const failed = (reason: FailureReason): Looked => ({
  state: 'failed',
  records: [],
  aliases: [],
  isAuthenticated: false,
  reason,
});

/** A name that cannot be asked about does not exist. */
const noName: Looked = { ...failed('nxdomain'), state: 'nxdomain', reason: null };

export function createMailDns(net: Net, signal: AbortSignal): MailDns {
  const asked = new Map<string, Promise<Looked>>();
  const ask = (name: string, mnemonic: string): Promise<Looked> => {
    const query = toQueryName(name);
    if (query === null) return Promise.resolve(noName);
    const key = `${mnemonic} ${query.toLowerCase()}`;
    const before = asked.get(key);
    if (before !== undefined) return before;
    const answer = askOnce(net, query, mnemonic, signal);
    asked.set(key, answer);
    return answer;
  };
  return mailDnsOf(ask);
}

/** The questions of the mail check, asked by `ask`. */
function mailDnsOf(ask: MailDns['ask']): MailDns {
  return {
    ask,
    texts: async (name) => {
      const looked = await ask(name, 'TXT');
      return { ...looked, texts: looked.records.map(({ fields: [text = ''] }) => characterStrings(text).join('')) };
    },
    addresses: async (name) => joined(await Promise.all([ask(name, 'A'), ask(name, 'AAAA')])),
  };
}

/** The same questions; whatever has no answer after `patienceMs` counts as timed out, as receivers do it. */
export async function withPatience<Value>(
  dns: MailDns,
  patienceMs: number,
  work: (dns: MailDns) => Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise<Looked>((resolve) => {
    timer = setTimeout(() => resolve(failed('timeout')), patienceMs);
  });
  try {
    return await work(mailDnsOf((name, mnemonic) => Promise.race([dns.ask(name, mnemonic), isOver])));
  } finally {
    clearTimeout(timer);
  }
}

async function askOnce(net: Net, name: string, mnemonic: string, signal: AbortSignal): Promise<Looked> {
  const type = typeNumber(mnemonic);
  try {
    const { message, isPartial } = await net.ask({ name, type }, signal);
    signal.throwIfAborted();
    // An incomplete record set is unusable: the missing record may be the one that matters.
    if (isPartial) return failed('invalid-response');
    const { records, names, isLoop } = followAliases(message.answers, name, type);
    if (isLoop) return failed('cname-loop');
    const own = records.filter((record) => record.type === type);
    const state = own.length > 0 ? 'found' : message.rcode === rcodes.nxDomain ? 'nxdomain' : 'nodata';
    const isAuthenticated = message.isAuthenticated;
    return { state, records: own, aliases: names.slice(1), isAuthenticated, reason: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure) return failed(error.reason);
    throw error;
  }
}

function joined([four, six]: [Looked, Looked]): Addresses {
  const records = [...four.records, ...six.records];
  const bad = [four, six].find(({ state }) => state === 'failed');
  const state = records.length > 0 ? 'found' : bad !== undefined ? 'failed' : four.state;
  return {
    state,
    addresses: records.map(({ fields: [address = ''] }) => address),
    aliases: four.aliases,
    ttlSeconds: ttlOf(records),
    reason: bad?.reason ?? null,
  };
}

/** The smallest TTL; null without records. */
export function ttlOf(records: readonly ResourceRecord[]): number | null {
  return records.length === 0 ? null : Math.min(...records.map(({ ttlSeconds }) => ttlSeconds));
}

const MAX_NAME = 253;
const MAX_LABEL = 63;

/** A name from somebody else's record in presentation form; null if it is not a name (RFC 1035 section 2.3.4). */
function toQueryName(text: string): string | null {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name === '' || name.length > MAX_NAME) return null;
  const labels = name.split('.');
  if (labels.some((label) => label === '' || label.length > MAX_LABEL || /[^\x20-\x7e]/.test(label))) return null;
  return labels.map((label) => label.replace(/[^A-Za-z0-9_-]/g, escaped)).join('.');
}

/** Escaped as by the decoder: see `labelText`. */
function escaped(character: string): string {
  return /[\\"();@$]/.test(character) || character === ' '
    ? `\\${String(character.charCodeAt(0)).padStart(3, '0')}`
    : character;
}
