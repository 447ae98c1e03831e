import { type FailureReason, reasons } from '@sonde/contract/failure';
import { type FetchLimits, type Net, NetFailure } from '../../../net/net.ts';
import { shown } from '../certificate/reasons.ts';
import { type Unknown, unknown } from './outcome.ts';

/** The way to whoever tells about revocation. */
export interface StatementSources {
  readonly net: Pick<Net, 'fetch'>;
  /** The address of the server whose certificates name the sources. */
  readonly namedBy: string;
  readonly signal: AbortSignal;
  readonly now: Date;
}

export interface StatementLimits extends Pick<FetchLimits, 'timeoutMs' | 'maxBytes' | 'accept'> {
  /** Who is asked, as a sentence begins. */
  readonly teller: string;
}

const MAX_REDIRECTS = 2;
/** Of the contract's reasons, those that a certificate's address can bring about in a special way. */
const sentences: Readonly<Partial<Record<FailureReason, string>>> = {
  timeout: 'did not answer in time',
  special_use: 'is at an address that is not public and is not asked',
  not_allowed_port: 'is at a port that is not asked',
  denied: 'is denied by the operator of this server',
};

/**
 * Gets what a certificate says is at this address: hostile input. Only HTTP and HTTPS, through the guard.
 * @throws the signal's reason when it is no NetFailure: the caller gave up
 */
export async function fetchStatement(
  url: string,
  { net, namedBy, signal }: StatementSources,
  { teller, ...limits }: StatementLimits,
): Promise<Uint8Array | Unknown> {
  try {
    const { status, body } = await net.fetch(url, { ...limits, maxRedirects: MAX_REDIRECTS, namedBy }, signal);
    return status === 200 ? body : unknown(`${teller} answered with HTTP status ${status}.`, 'source-failed');
  } catch (error) {
    if (!(error instanceof NetFailure)) throw error;
    const { code, means } = reasons[error.reason];
    const why = sentences[error.reason] ?? `could not be asked: ${means.replace(/\.$/, '')}`;
    return unknown(`${teller} ${why}.`, code);
  }
}

/** The addresses that can be asked at all: certificates of companies name LDAP directories too. */
export function webUrls(urls: readonly string[]): string[] {
  return urls.filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url));
}

/** The host of an address, for a sentence. */
export function hostOf(url: string): string {
  return shown(new URL(url).host);
}
