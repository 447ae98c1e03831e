import { isIpv4 } from '../targets/ipv4.ts';
import { parseIpv6 } from '../targets/ipv6.ts';
import { commentsOf, type Token, tokensOf, wordsOf } from './tokens.ts';

/** One step of the path, as the server that received the message wrote it down (RFC 5321 section 4.4). */
export interface ReceivedStep {
  /** What the sending server called itself (HELO or EHLO), which it chose itself. */
  readonly helo: string | null;
  /** The name that the receiving server found for the address of the sender; null if it wrote none. */
  readonly reverseName: string | null;
  /** The receiving server looked for such a name, and found none. */
  readonly hasNoReverseName: boolean;
  /** The address from which the connection came: the sender cannot choose it. */
  readonly address: string | null;
  readonly by: string | null;
  /** As written, such as ESMTPS or Microsoft SMTP Server. */
  readonly protocol: string | null;
  /** Such as TLSv1.3; null if the line says nothing about TLS. */
  readonly tls: string | null;
  readonly time: Date | null;
}

const KEYWORDS: ReadonlySet<string> = new Set(['from', 'by', 'via', 'with', 'id', 'for']);

/** Reads a Received field of any mail server. What it does not contain is null. */
export function readReceived(value: string): ReceivedStep {
  const tokens = tokensOf(value);
  const end = tokens.findLastIndex(({ kind }) => kind === 'separator');
  const way = end === -1 ? tokens : tokens.slice(0, end);
  const clauses = clausesOf(way);
  const from = clauses.get('from') ?? [];
  const protocol = protocolOf(clauses.get('with') ?? []);
  return {
    ...clientOf(from),
    by: wordsOf(clauses.get('by') ?? [])[0] ?? null,
    protocol,
    tls: tlsOf(value),
    time: timeOf(end === -1 ? value : wordsOf(tokens.slice(end + 1)).join(' ')),
  };
}

/** The tokens after each keyword. A keyword counts once: names such as «for» occur in free text. */
function clausesOf(tokens: readonly Token[]): Map<string, Token[]> {
  const clauses = new Map<string, Token[]>();
  let current: Token[] = [];
  for (const token of tokens) {
    const word = token.text.toLowerCase();
    if (token.kind === 'word' && KEYWORDS.has(word) && !clauses.has(word)) {
      current = [];
      clauses.set(word, current);
    } else current.push(token);
  }
  return clauses;
}

type Client = Pick<ReceivedStep, 'helo' | 'reverseName' | 'hasNoReverseName' | 'address'>;

function clientOf(tokens: readonly Token[]): Client {
  const word = wordsOf(tokens)[0] ?? null;
  const comments = commentsOf(tokens);
  const inside = comments.join(' ');
  const named = word === null ? null : addressIn(word);
  const address = comments.map(addressIn).find((one) => one !== null) ?? named;
  // Exim and vger: `from NAME ([ADDRESS] helo=HELO)`; the name is the one that was found, HELO is left out if it is the same.
  const helo = /(?:^|[\s"])(?:helo=|helo |ehlo )"?([^\s"()]{1,255})/i.exec(inside)?.[1] ?? null;
  const isNameFirst = comments.some((one) => /^\s*\[/.test(one)) || (helo !== null && named !== null);
  const written = isNameFirst ? word : nameIn(inside);
  const hasNoReverseName = written?.toLowerCase() === 'unknown' || (isNameFirst && named !== null);
  const reverseName = hasNoReverseName || written === null || addressIn(written) !== null ? null : written;
  return {
    helo: helo ?? word,
    reverseName: reverseName?.toLowerCase().replace(/\.$/, '') ?? null,
    hasNoReverseName,
    address,
  };
}

/** Postfix, sendmail and Google: `from HELO (NAME [ADDRESS])`, perhaps with a user before the name. */
function nameIn(comment: string): string | null {
  const [, name] = /^\s*(?:[^\s@[\]()]{1,64}@)?([a-z0-9_][a-z0-9_.-]{0,254})\s*\[/i.exec(comment) ?? [];
  return name ?? null;
}

/** The first address in brackets, or a text that is nothing but an address. */
export function addressIn(text: string): string | null {
  const [, bracketed] = /\[(?:ipv6:)?([0-9a-f.:]{2,45})\]/i.exec(text) ?? [];
  const plain = text.trim();
  for (const one of [bracketed, plain]) {
    if (one !== undefined && (isIpv4(one) || (one.includes(':') && parseIpv6(one) !== null))) return one.toLowerCase();
  }
  return null;
}

function protocolOf(tokens: readonly Token[]): string | null {
  const words = wordsOf(tokens);
  const [first] = words;
  if (first === undefined) return null;
  return first.toLowerCase() === 'microsoft' ? words.slice(0, 3).join(' ') : first;
}

function tlsOf(value: string): string | null {
  const [, major, minor] = /TLS[ _]?v?(1)[._]([0-3])/i.exec(value) ?? [];
  return major === undefined || minor === undefined ? null : `TLSv${major}.${minor}`;
}

const DATE = /\d{1,2} [a-z]{3} \d{4} \d{1,2}:\d{2}(?::\d{2})?(?: [+-]\d{4}| [a-z]{2,4})?/gi;

function timeOf(text: string): Date | null {
  const found = text.slice(-200).match(DATE)?.at(-1);
  if (found === undefined) return null;
  // A time without a zone is not allowed; servers that leave it out mean UTC.
  const zone = /(?:[+-]\d{4}|[a-z]{2,4})$/i.test(found) ? '' : ' +0000';
  const time = new Date(Date.parse(found + zone));
  return Number.isNaN(time.getTime()) ? null : time;
}
