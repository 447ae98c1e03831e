import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand, runCommand } from '@sonde/lab';
import { groupName } from '@sonde/probes';
import type { Target } from './ask.ts';
import type { Disagreement } from './disagreements.ts';
import type { Facts } from './facts.ts';

/** What `openssl s_client` makes of a disputed fact; of a set, whether the server takes the item. */
export interface Ruling {
  readonly fact: string;
  /** Null where the fact is no set. */
  readonly item: string | null;
  readonly is: boolean | string;
}

/** Of a long list of suites or groups, so many are put to the test. */
const MAX_ITEMS = 8;
const WITHIN_MS = 20_000;
const flags: Readonly<Record<string, string>> = {
  TLSv1: '-tls1',
  'TLSv1.1': '-tls1_1',
  'TLSv1.2': '-tls1_2',
  'TLSv1.3': '-tls1_3',
};
const EVERY = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';

/** Puts what the tools see differently to a fourth program, as far as it can tell. `agreedSuites` are known to be accepted. */
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
  /** The OpenSSL name of a suite; undefined where it has none. */
  nameOf(suite: string): string | undefined;
  /** What it prints of a handshake; null where these options are not known to it. */
  shake(...options: readonly string[]): Promise<string | null>;
  /** What gnutls-cli prints of a handshake with this priority string. */
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

/** Its ServerHello decides: what comes after may fail for another reason, such as a client certificate that is missing. */
const sawHello = (said: string) => messagesIn(said, 'ServerHello').some((hello) => !hello.startsWith(RETRY));

/** Instead of a random value, of a ServerHello that asks for another hello (RFC 8446 section 4.1.3), after its version. */
const RETRY = '0303cf21ad74e59a6111be1d8c021e65b891';

/** The bodies of the server's messages of this name, in hexadecimal digits, as `-msg` prints them. */
function messagesIn(said: string, name: string): string[] {
  const pattern = new RegExp(`^<<< .*\\], ${name}\\n((?: {4}[0-9a-f ]+\\n)+)`, 'gm');
  return [...said.matchAll(pattern)].map(([, bytes = '']) => bytes.replaceAll(/\s/g, '').slice(8));
}

async function takesSuite({ nameOf, shake }: Client, version: string, suite: string): Promise<boolean | null> {
  const [flag, name] = [flags[version], nameOf(suite)];
  if (flag === undefined || name === undefined) return null;
  const choice = version === 'TLSv1.3' ? ['-ciphersuites', name] : ['-cipher', `${name}:@SECLEVEL=0`];
  // Any secret will do: the server picks the suite before it can know.
  const secret = suite.includes('_PSK_') ? ['-psk', '1a2b3c4d'] : [];
  const said = await shake(flag, ...choice, ...secret);
  return said === null ? null : sawHello(said);
}

/**
 * OpenSSL 3.0 names no finite fields below TLS 1.3, so for a server that wants a name (RFC 7919) GnuTLS has to be asked;
 * null where GnuTLS has nothing to do with it.
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

/** In TLS 1.3, or in TLS 1.2 by ECDHE alone: with anything else on offer a server would not need the group. */
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
  // In TLS 1.2 wolfSSL takes a curve that was not offered rather than none.
  return (newest !== null && sawHello(newest)) || (older !== null && curvesIn(older).includes(group));
}

/** What servers' keys of ECDHE are on: after a 3 for a named curve its number (RFC 8422 section 5.4). */
function curvesIn(said: string): string[] {
  return messagesIn(said, 'ServerKeyExchange').map((key) => groupName(Number.parseInt(key.slice(2, 6), 16)));
}

/** Two suites that the server takes, offered in both orders; without ChaCha20, which some servers prefer to their order. */
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

/** It waits a moment for the ticket, which TLS 1.3 sends after the handshake. */
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
      // It does not know how MySQL begins.
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

/** A handshake that fails is an answer, too. */
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
