import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand, runCommand } from '@sonde/lab';
import { groupName } from '@sonde/probes';
import type { Target } from './ask.ts';
import type { Disagreement } from './disagreements.ts';
import type { Facts } from './facts.ts';

/** The result of `openssl s_client` for a disputed fact; for a set, whether the server accepts the item. */
export interface Ruling {
  readonly fact: string;
  /** Null if the fact is not a set. */
  readonly item: string | null;
  readonly is: boolean | string;
}

/** At most this many suites or groups of a list are checked. */
const MAX_ITEMS = 8;
const WITHIN_MS = 20_000;
const flags: Readonly<Record<string, string>> = {
  TLSv1: '-tls1',
  'TLSv1.1': '-tls1_1',
  'TLSv1.2': '-tls1_2',
  'TLSv1.3': '-tls1_3',
};
const EVERY = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';

/** Checks disagreements with a fourth program, as far as possible. `agreedSuites` are known to be accepted. */
export async function askReferee(
  target: Target,
  disagreements: readonly Disagreement[],
  known: Facts,
): Promise<Ruling[]> {
  const client = await openClient(target);
  const rulings: Ruling[] = [];
  for (const { fact, items } of disagreements) {
    for (const item of items?.slice(0, MAX_ITEMS) ?? [null]) {
      const is = await ruleOn(client, fact, item, known);
      if (is !== null) rulings.push({ fact, item, is });
    }
  }
  return rulings;
}

interface Client {
  /** The OpenSSL name of a suite; undefined if it has none. */
  nameOf(suite: string): string | undefined;
  /** The output for a handshake; null if OpenSSL does not support these options. */
  shake(...options: readonly string[]): Promise<string | null>;
  /** The output of gnutls-cli for a handshake with this priority string. */
  greetByGnutls(priority: string): Promise<string>;
  readonly directory: string;
}

async function ruleOn(
  client: Client,
  fact: string,
  item: string | null,
  known: Facts,
): Promise<boolean | string | null> {
  const [what = '', version = ''] = fact.split(' ');
  if (what === 'suites' && item !== null) {
    const takes = await takesSuite(client, version, item);
    return takes === false ? ((await takesWithGroup(client, version, item)) ?? false) : takes;
  }
  if (what === 'versions' && item !== null) return takesVersion(client, item);
  if (what === 'groups' && item !== null) return takesGroup(client, item);
  if (what === 'order') return orderOf(client, fact, known);
  if (fact === 'secure renegotiation') {
    const said = await client.shake('-no_tls1_3', '-cipher', EVERY);
    return said === null ? null : sawHello(said) ? /Secure Renegotiation IS supported/.test(said) : null;
  }
  if (fact === 'resumption') return resumes(client);
  if (fact === 'session tickets') {
    const said = await client.shake();
    return said === null ? null : /<<< .*NewSessionTicket/.test(said);
  }
  return null;
}

/** The ServerHello decides: later steps may fail for other reasons, such as a missing client certificate. */
const sawHello = (said: string) => messagesIn(said, 'ServerHello').some((hello) => !hello.startsWith(RETRY));

/** Version and random value of a HelloRetryRequest (RFC 8446 section 4.1.3). */
const RETRY = '0303cf21ad74e59a6111be1d8c021e65b891';

/** The bodies of the server's messages of this type, in hexadecimal digits, from the output of `-msg`. */
function messagesIn(said: string, name: string): string[] {
  const pattern = new RegExp(`^<<< .*\\], ${name}\\n((?: {4}[0-9a-f ]+\\n)+)`, 'gm');
  return [...said.matchAll(pattern)].map(([, bytes = '']) => bytes.replaceAll(/\s/g, '').slice(8));
}

async function takesSuite({ nameOf, shake }: Client, version: string, suite: string): Promise<boolean | null> {
  const [flag, name] = [flags[version], nameOf(suite)];
  if (flag === undefined || name === undefined) return null;
  const choice = version === 'TLSv1.3' ? ['-ciphersuites', name] : ['-cipher', `${name}:@SECLEVEL=0`];
  // The value does not matter: the server selects the suite before it checks the key.
  const secret = suite.includes('_PSK_') ? ['-psk', '1a2b3c4d'] : [];
  const said = await shake(flag, ...choice, ...secret);
  return said === null ? null : sawHello(said);
}

/**
 * OpenSSL 3.0 offers no finite field groups (RFC 7919) below TLS 1.3, so servers that require one are checked with GnuTLS;
 * null for other cases.
 */
async function takesWithGroup({ greetByGnutls }: Client, version: string, suite: string): Promise<boolean | null> {
  const [, cipher = '', hash = ''] = /^TLS_DHE_RSA_WITH_(.*?)(?:_(SHA\d*))?$/.exec(suite) ?? [];
  if (version !== 'TLSv1.2' || cipher === '') return null;
  const mac = cipher.endsWith('CBC') ? hash.replace(/^SHA$/, 'SHA1') : 'AEAD';
  const priority = `NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+DHE-RSA:-CIPHER-ALL:+${cipher.replaceAll('_', '-')}:-MAC-ALL:+${mac}`;
  const said = await greetByGnutls(priority);
  return / Handshake was completed/.test(said);
}

async function takesVersion({ shake }: Client, version: string): Promise<boolean | null> {
  const flag = flags[version];
  if (flag === undefined) return null;
  const said = await shake(flag, '-cipher', EVERY);
  return said === null ? null : sawHello(said);
}

/** In TLS 1.3, or in TLS 1.2 with only ECDHE: with other suites the server would not need the group. */
async function takesGroup({ shake }: Client, group: string): Promise<boolean | null> {
  const names: Readonly<Record<string, string>> = {
    secp256r1: 'P-256',
    secp192r1: 'prime192v1',
    x25519: 'X25519',
    x448: 'X448',
  };
  const option = ['-groups', names[group] ?? group];
  const [newest, older] = await Promise.all([
    shake('-tls1_3', ...option),
    shake('-tls1_2', ...option, '-cipher', 'ECDHE:@SECLEVEL=0'),
  ]);
  if (newest === null && older === null) return null;
  // In TLS 1.2 wolfSSL selects a curve that was not offered rather than none.
  return (newest !== null && sawHello(newest)) || (older !== null && curvesIn(older).includes(group));
}

/** The curves of the server's ECDHE keys: a 3 for a named curve, then its number (RFC 8422 section 5.4). */
function curvesIn(said: string): string[] {
  return messagesIn(said, 'ServerKeyExchange').map((key) => groupName(Number.parseInt(key.slice(2, 6), 16)));
}

/** Two accepted suites, offered in both orders; without ChaCha20, which some servers prefer regardless of order. */
async function orderOf({ nameOf, shake }: Client, fact: string, known: Facts): Promise<string | null> {
  const versions = fact === 'order TLSv1.3' ? ['TLSv1.3'] : ['TLSv1.2', 'TLSv1.1', 'TLSv1'];
  for (const version of versions) {
    const suites = known[`suites ${version}`];
    const names =
      typeof suites === 'object'
        ? suites.filter((one) => !one.includes('CHACHA')).flatMap((one) => nameOf(one) ?? [])
        : [];
    const [one, other] = names;
    if (one === undefined || other === undefined) continue;
    const option = version === 'TLSv1.3' ? '-ciphersuites' : '-cipher';
    const pick = async (list: string) =>
      / Cipher is (\S+)/.exec((await shake(flags[version] ?? '', option, list)) ?? '')?.[1];
    const [first, second] = [await pick(`${one}:${other}`), await pick(`${other}:${one}`)];
    if (first === undefined || second === undefined || first === '(NONE)' || second === '(NONE)') return null;
    return first === second ? 'server' : 'client';
  }
  return null;
}

/** Waits a moment for the ticket, which is sent after the handshake in TLS 1.3. */
async function resumes({ shake, directory }: Client): Promise<boolean | null> {
  const file = join(directory, 'session.pem');
  const first = await shake('-sess_out', file);
  if (first === null) return null;
  const again = await shake('-sess_in', file);
  return again === null ? null : /^Reused, /m.test(again);
}

async function openClient({ host, port, startTls, directory }: Target): Promise<Client> {
  const table = await runCommand('openssl', ['ciphers', '-stdname', EVERY]);
  const names = new Map(
    [...table.matchAll(/^(\S+)\s+- (\S+)/gm)].map(([, official = '', name = '']) => [official, name]),
  );
  const begin = startTls === null ? [] : ['-starttls', startTls, ...(startTls === 'xmpp' ? ['-xmpphost', host] : [])];
  return {
    directory,
    nameOf: (suite) => names.get(suite),
    async shake(...options) {
      const args = ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', host, '-msg', ...begin, ...options];
      // The shell keeps its input open for a second, so that what comes after the handshake is read.
      const { stdout, stderr } = await runQuietly('sh', ['-c', 'sleep 1 | "$0" "$@"', findCommand('openssl'), ...args]);
      const isUnknown = /No such curve|no cipher match|Call to SSL_CONF_cmd|no suitable groups|unknown option/i.test(
        stderr,
      );
      return isUnknown ? null : stdout;
    },
    async greetByGnutls(priority) {
      // gnutls-cli does not support the STARTTLS of MySQL.
      if (startTls === 'mysql') return '';
      const begin = startTls === null ? [] : [`--starttls-proto=${startTls}`];
      const args = [
        ...begin,
        '--insecure',
        '--sni-hostname',
        host,
        '--port',
        String(port),
        '--priority',
        priority,
        '127.0.0.1',
      ];
      const { stdout } = await runQuietly('sh', ['-c', 'sleep 1 | "$0" "$@"', findCommand('gnutls-cli'), ...args]);
      return stdout;
    },
  };
}

/** Returns the output even if the command fails: a failed handshake is a result, too. */
async function runQuietly(command: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  try {
    return await promisify(execFile)(command, args, { timeout: WITHIN_MS, maxBuffer: 8 * 1024 * 1024 });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error) {
      return { stdout: String(error.stdout), stderr: String(error.stderr) };
    }
    throw error;
  }
}
