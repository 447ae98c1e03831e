import { readList } from '@sonde/contract/lists/read-list';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { toMacAddress } from '@sonde/contract/targets/mac-address';
import { type Pasted, readPasted } from '@sonde/contract/targets/pasted';
import { inLines } from './in-lines.ts';
import { type PastedRoute, readRoute } from './read-route.ts';

/** What somebody typed, pasted or dropped. */
export type Recognised =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'target'; readonly pasted: Pasted }
  /** A network, with its first address as written. */
  | { readonly kind: 'network'; readonly network: string; readonly address: string }
  | { readonly kind: 'list'; readonly targets: readonly string[] }
  | { readonly kind: 'devices'; readonly count: number }
  | { readonly kind: 'message-header' }
  | { readonly kind: 'route'; readonly route: PastedRoute }
  /** Certificates, requests, or both, in PEM. */
  | { readonly kind: 'pem'; readonly labels: readonly string[] }
  | { readonly kind: 'private-key' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too-long' };

/** The maximum length of a text that is read, in characters. A list of a thousand names takes a thirtieth of it. */
export const MAX_READ = 1_000_000;
/** How many targets of a list are counted. */
const MAX_COUNTED = 2_000;
/** Everything that decides is at the beginning of a text: lines beyond are not tested for header fields and addresses. */
const MAX_TESTED_LINES = 5_000;
const MAX_LABELS = 100;

/** Says what a text is. Never throws, and takes linear time. */
export function recognise(text: string): Recognised {
  if (text.length > MAX_READ) return { kind: 'too-long' };
  if (text.trim() === '') return { kind: 'nothing' };
  const pem = readPem(text);
  if (pem !== null) return pem;
  const lines = text.split(/[\r\n]+/, MAX_TESTED_LINES);
  if (isHeader(lines)) return { kind: 'message-header' };
  const pasted = readPasted(text);
  if (pasted !== null) return { kind: 'target', pasted };
  const route = readRoute(lines);
  if (route !== null) return { kind: 'route', route };
  return readNetwork(text) ?? readDevices(lines) ?? readTargets(text) ?? { kind: 'unknown' };
}

/** RFC 7468 section 2. Labels are short, so that the search for their end is, too. */
const PEM_BEGIN = /-----BEGIN ([A-Z0-9 ]{1,40})-----/g;
const READABLE = ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'];
const REQUESTS = ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'];

function readPem(text: string): Recognised | null {
  const labels: string[] = [];
  for (const [, label = ''] of text.matchAll(PEM_BEGIN)) {
    // Whatever else is in the text: nobody should paste a private key anywhere.
    if (label.endsWith('PRIVATE KEY')) return { kind: 'private-key' };
    if (labels.length < MAX_LABELS && [...READABLE, ...REQUESTS].includes(label)) labels.push(label);
  }
  return labels.length === 0 ? null : { kind: 'pem', labels };
}

/** Fields that every message or report about one has, in lower case (RFC 5322 section 3.6, RFC 8601). */
const HEADER_FIELDS = [
  ...['received', 'return-path', 'delivered-to', 'from', 'to', 'subject', 'date', 'message-id', 'reply-to'],
  ...['mime-version', 'dkim-signature', 'authentication-results', 'received-spf', 'arc-seal', 'x-received'],
];
const FIELD = /^([A-Za-z][\w-]{1,40}):(?:\s|$)/;
/** `From:` and `To:` alone may be anything. */
const ENOUGH_FIELDS = 2;

function isHeader(lines: readonly string[]): boolean {
  const found = new Set<string>();
  for (const line of lines) {
    const name = FIELD.exec(line.slice(0, 60))?.[1]?.toLowerCase();
    if (name !== undefined && HEADER_FIELDS.includes(name)) found.add(name);
  }
  const isTold = ['received', 'message-id', 'dkim-signature', 'authentication-results', 'return-path'];
  return found.size >= ENOUGH_FIELDS && isTold.some((name) => found.has(name));
}

/** `192.0.2.0/24`, `2001:db8::/32` */
function readNetwork(text: string): Recognised | null {
  const network = text.trim();
  const [, address = '', bits = ''] = /^([\da-fA-F.:]{2,45})\/(\d{1,3})$/.exec(network) ?? [];
  const ipv4 = toIpv4(address);
  const read = ipv4 ?? toIpv6(address);
  if (read === null || Number(bits) > (ipv4 === null ? 128 : 32)) return null;
  return { kind: 'network', network: `${read}/${Number(bits)}`, address: read };
}

const BETWEEN_WORDS = /[\s()[\]<>,;="']+/;
const LONGEST_MAC = 23;

/** A table of MAC addresses: two of them, or one in a line with its IP address. */
function readDevices(lines: readonly string[]): Recognised | null {
  let count = 0;
  let hasOther = false;
  for (const line of lines) {
    const words = line.slice(0, 500).split(BETWEEN_WORDS);
    const found = words.filter(isMac).length;
    count += found;
    hasOther ||= found > 0 && words.some((word) => toIpv4(word) === word);
  }
  return count >= 2 || (count === 1 && hasOther) ? { kind: 'devices', count } : null;
}

/** With separators: twelve bare digits could be anything. */
function isMac(word: string): boolean {
  return word.length <= LONGEST_MAC && /[:.-]/.test(word) && /\d/.test(word) && toMacAddress(word) !== null;
}

/** Several targets: one per line, in a table, or in a row, as a field shows the lines that were pasted into it. */
function readTargets(text: string): Recognised | null {
  // A single word is not several targets, however long it is.
  if (!/[\s,;]/.test(text.trim())) return null;
  const { targets, badLines } = readList(inLines(text), MAX_COUNTED);
  if (targets.length < 2 || targets.length < badLines.length) return null;
  return { kind: 'list', targets: targets.map(({ target }) => target) };
}
