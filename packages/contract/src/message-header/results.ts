import type { HeaderField } from './fields.ts';
import { commentsOf, piecesOf, type Token, tokensOf, wordsOf } from './tokens.ts';

/** One result of a server that has checked the message (RFC 8601, RFC 7208 section 9.1, RFC 8617). */
export interface MethodResult {
  /** Which field it is from: its own server's results, those of an intermediary (ARC), or a field of SPF alone. */
  readonly source: 'results' | 'arc' | 'internal' | 'received-spf';
  /** Number of the field in the header, from the top; its results belong together. */
  readonly field: number;
  /** The server, as it calls itself; null if it does not (Microsoft). */
  readonly server: string | null;
  /** In lower case: spf, dkim, dmarc, arc, compauth … */
  readonly method: string;
  /** In lower case: pass, fail, softfail, none … */
  readonly result: string;
  /** The domain that the result is about; null if not given. */
  readonly domain: string | null;
  /** The address of the sender, if the result names it. */
  readonly address: string | null;
  /** What the server explains in comments, and reasons. */
  readonly comment: string | null;
}

const sources: ReadonlyMap<string, MethodResult['source']> = new Map([
  ['authentication-results', 'results'],
  ['arc-authentication-results', 'arc'],
  ['x-ms-exchange-authentication-results', 'internal'],
  ['received-spf', 'received-spf'],
]);

const MAX_PIECES = 100;

/** The results in a field; none for other fields. */
export function readResults({ name, value }: HeaderField, field: number): MethodResult[] {
  const source = sources.get(name);
  if (source === undefined) return [];
  if (source === 'received-spf') return readReceivedSpf(value, field);
  const pieces = piecesOf(tokensOf(value)).slice(0, MAX_PIECES);
  const server = serverOf(pieces);
  return pieces.flatMap((tokens) => {
    const read = readPiece(tokens);
    return read === null ? [] : [{ source, field, server, ...read }];
  });
}

/** The first piece is the server's name; Microsoft leaves it out, and ARC has its number before it. */
function serverOf(pieces: readonly (readonly Token[])[]): string | null {
  const names = pieces.slice(0, 2).map((tokens) => wordsOf(tokens)[0] ?? '');
  const [first = '', second = ''] = names;
  const name = /^i=\d+$/.test(first) ? second : first;
  return name === '' || name.includes('=') ? null : name.toLowerCase();
}

const METHOD = /^([a-z][a-z0-9-]{0,30})=([a-z]{1,30})$/i;

function readPiece(tokens: readonly Token[]): Omit<MethodResult, 'source' | 'field' | 'server'> | null {
  const words = joinedEquals(wordsOf(tokens));
  const [, method, result] = METHOD.exec(words[0] ?? '') ?? [];
  if (method === undefined || result === undefined) return null;
  const comments = commentsOf(tokens);
  const reasons = words.filter((word) => /^(?:reason|action)=/i.test(word));
  const comment = [...comments, ...reasons].join(' ').replace(/\s+/g, ' ').trim();
  return {
    method: method.toLowerCase(),
    result: result.toLowerCase(),
    domain: domainOf(words.slice(1)),
    address: senderIn(comment),
    comment: comment === '' ? null : comment.slice(0, 300),
  };
}

/** `spf = pass` and `dkim=` `pass` count as one word. */
function joinedEquals(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && (last.endsWith('=') || word.startsWith('='))) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}

/** The properties that name the domain, the most telling first: MAIL FROM before HELO, d= before i=. */
const properties = ['smtp.mailfrom', 'smtp.mail', 'header.d', 'header.from', 'header.i', 'smtp.helo', 'smtp.ehlo'];

function domainOf(words: readonly string[]): string | null {
  for (const property of properties) {
    const word = words.find((one) => one.toLowerCase().startsWith(`${property}=`));
    const value =
      word
        ?.slice(property.length + 1)
        .replace(/^"|"$/g, '')
        .replace(/^<|>$/g, '') ?? '';
    const domain = value.slice(value.lastIndexOf('@') + 1).toLowerCase();
    if (/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,10}$/.test(domain)) return domain;
  }
  return null;
}

/** `sender IP is 192.0.2.1` (Microsoft), `designates 192.0.2.1 as permitted sender`, `use of 192.0.2.1 as` … */
function senderIn(comment: string): string | null {
  return (
    /(?:sender IP is|designates?|designate|use of|denied by domain of \S{1,255} \(?)\s+([0-9a-f.:]{3,45})(?=\s|\)|$)/i
      .exec(comment)?.[1]
      ?.toLowerCase() ?? null
  );
}

function readReceivedSpf(value: string, field: number): MethodResult[] {
  const tokens = tokensOf(value);
  const words = wordsOf(tokens);
  const result = words[0]?.toLowerCase() ?? '';
  if (!/^[a-z]{1,30}$/.test(result)) return [];
  const [comment = ''] = commentsOf(tokens);
  const text = joinedEquals(words).slice(1);
  const pairOf = (key: string) => {
    const word = text.find((one) => one.toLowerCase().startsWith(`${key}=`));
    return word?.slice(key.length + 1).replace(/^["<]+|[">]+$/g, '') ?? null;
  };
  const sender = pairOf('envelope-from') ?? /domain of (?:transitioning )?(\S{1,320})/.exec(comment)?.[1] ?? '';
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  return [
    {
      source: 'received-spf',
      field,
      server: (pairOf('receiver') ?? /^([a-z0-9.-]{1,255}):/i.exec(comment)?.[1] ?? null)?.toLowerCase() ?? null,
      method: 'spf',
      result,
      domain: domain.includes('.') ? domain : null,
      address: pairOf('client-ip')?.toLowerCase() ?? senderIn(comment),
      comment: comment === '' ? null : comment.slice(0, 300),
    },
  ];
}
