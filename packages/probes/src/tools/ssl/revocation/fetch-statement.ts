import { ToolError } from '@sonde/contract';
import { type FailureReason, reasons } from '@sonde/contract/failure';
import { shortened } from '../../../engines/tls/certificate/reasons.ts';
import type { FairAllowance } from '../../../limits/fair-allowance.ts';
import { waitForTurn } from '../../../limits/turn.ts';
import { type FetchLimits, type Net, NetFailure } from '../../../net/net.ts';
import { parseUrl } from '../../../protocols/parse-url.ts';
import { decodeFor } from '../../../work/work.ts';
import { type UnknownStatus, unknownStatus } from './revocation-status.ts';

/** What is needed to query the sources of revocation status. */
export interface StatementSources {
  readonly net: Pick<Net, 'fetch'>;
  readonly turns: FairAllowance;
  /** Address of the server whose certificates name the sources. */
  readonly namedBy: string;
  readonly signal: AbortSignal;
  readonly now: Date;
}

export interface StatementLimits extends Pick<FetchLimits, 'timeoutMs' | 'maxBytes' | 'accept' | 'purpose'> {
  /** Name of the source, as the subject of a sentence. */
  readonly sourceName: string;
}

const MAX_REDIRECTS = 2;
/** A statement is not worth more of the time for all of them. */
const MAX_WAIT_MS = 300;
/** Sentences for reasons that need a different wording here than in the contract. */
const sentences: Readonly<Partial<Record<FailureReason, string>>> = {
  timeout: 'did not answer in time',
  'special-use': 'is at an address that is not public, so it was not queried',
  'not-allowed-port': 'uses a port that is not allowed',
  denied: 'is blocked by the operator of the Sonde server',
  'work-limit': 'was not asked or read, because this check has used up what one lookup may use',
};

/**
 * Fetches a URL from a certificate, which is untrusted input: HTTP and HTTPS only, through the guard.
 * @throws the signal's reason when it is not a NetFailure: the caller gave up
 */
export async function fetchStatement(
  url: string,
  { net, turns, namedBy, signal }: StatementSources,
  { sourceName, ...limits }: StatementLimits,
): Promise<Uint8Array | UnknownStatus> {
  try {
    await waitForTurn(turns, `revocation ${new URL(url).host}`, { maxWaitMs: MAX_WAIT_MS, signal });
    const { status, body } = await net.fetch(url, { ...limits, maxRedirects: MAX_REDIRECTS, namedBy }, signal);
    return status === 200 ? body : unknownStatus(`${sourceName} answered with HTTP status ${status}.`, 'source-failed');
  } catch (error) {
    return unheard(sourceName, error);
  }
}

/** Runs a decoder of what was fetched, as part of the work of the lookup. */
export function decodeStatement<Decoded>(
  sourceName: string,
  { signal }: Pick<StatementSources, 'signal'>,
  decode: () => Decoded,
): Decoded | UnknownStatus {
  try {
    return decodeFor(signal, decode);
  } catch (error) {
    return unheard(sourceName, error);
  }
}

function unheard(sourceName: string, error: unknown): UnknownStatus {
  if (error instanceof ToolError && error.code === 'busy')
    return unknownStatus(`${sourceName} was not asked, because this server asks it very often right now.`, 'busy');
  if (!(error instanceof NetFailure)) throw error;
  const { code, meaning } = reasons[error.reason];
  const why = sentences[error.reason] ?? `could not be queried: ${meaning.replace(/\.$/, '')}`;
  return unknownStatus(`${sourceName} ${why}.`, code);
}

/** The HTTP and HTTPS URLs; certificates of internal authorities name LDAP directories too. */
export function webUrls(urls: readonly string[]): string[] {
  return urls.filter((url) => /^https?:\/\//i.test(url) && parseUrl(url) !== null);
}

/** The host of a URL, for use in a sentence. */
export function hostOf(url: string): string {
  return shortened(new URL(url).host);
}
