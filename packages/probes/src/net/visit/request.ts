import type { Duplex } from 'node:stream';
import type { ReadOctets } from './read-content.ts';
import type { Visit, VisitOptions } from './visit-target.ts';

/** The head of a response, and its body, which is being read. */
export interface ResponseHead extends Pick<Visit, 'httpVersion' | 'status' | 'headers'> {
  readonly wire: Promise<ReadOctets>;
  /** Ends the exchange. */
  close(): void;
}

/** One request on an open connection. @throws NetFailure, or the signal's reason */
export type SendRequest = (
  stream: Duplex,
  url: URL,
  options: Pick<VisitOptions, 'method' | 'origin' | 'maxBytes'>,
  signal: AbortSignal,
) => Promise<ResponseHead>;

/** Limit for all header fields together; ordinary servers need a twentieth of it. */
export const MAX_HEADER_BYTES = 64 * 1024;
export const MAX_HEADER_FIELDS = 2000;

/** The codings that can be decompressed: not Zstandard (RFC 8878), for which the oldest Node has no code. */
const CODINGS = 'gzip, deflate, br';

/** The fields of a request, in lower case for HTTP/2. */
export function requestFields({ origin }: Pick<VisitOptions, 'origin'>): Readonly<Record<string, string>> {
  return {
    'user-agent': 'Sonde',
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-encoding': CODINGS,
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Pairs of a list in which names and values alternate. */
export function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}
