import { gunzipSync } from 'node:zlib';
import type { BimiPart } from '@sonde/contract';
import { type Net, NetFailure } from '../../../net/net.ts';
import { logoProblems } from '../../../protocols/mail-text/bimi/logo.ts';
import { isBimiRecord, parseBimi } from '../../../protocols/mail-text/bimi/parse.ts';
import { registrableDomain } from '../../../protocols/public-suffix/registrable-domain.ts';
import type { MailDns } from '../dns.ts';
import { fetchFailure } from './fetch-failure.ts';
import { fetchTwice } from './fetch-twice.ts';

const MAX_LOGO_BYTES = 256 * 1024;
const MAX_MEDIA_TYPE = 80;

const nothing: BimiPart = {
  record: null,
  domain: null,
  logoUrl: null,
  certificateUrl: null,
  isDeclined: false,
  logoOctets: null,
  logoFailure: null,
  logoProblems: [],
  problems: [],
};

/**
 * The record of a domain, or that of the organisation above it, and its logo.
 * @throws NetFailure when the name servers do not answer whether there is a record
 */
export async function bimiPart(dns: MailDns, net: Net, domain: string, signal: AbortSignal): Promise<BimiPart> {
  const organisation = registrableDomain(domain, { withCompanies: true });
  const own = await recordAt(dns, domain);
  const at = own !== null || organisation === null || organisation === domain ? domain : organisation;
  const record = at === domain ? own : await recordAt(dns, at);
  if (record === null) return nothing;
  const { logoUrl, certificateUrl, isDeclined, problems } = parseBimi(record);
  const base = { ...nothing, record, domain: at, logoUrl, certificateUrl, isDeclined, problems: [...problems] };
  return logoUrl === null ? base : { ...base, ...(await readLogo(net, logoUrl, signal)) };
}

async function recordAt(dns: MailDns, domain: string): Promise<string | null> {
  const { state, texts, reason } = await dns.texts(`default._bimi.${domain}`);
  if (state === 'failed') throw new NetFailure(reason ?? 'servfail', `default._bimi.${domain}`);
  return texts.find(isBimiRecord) ?? null;
}

type Logo = Pick<BimiPart, 'logoOctets' | 'logoFailure' | 'logoProblems'>;

async function readLogo(net: Net, url: string, signal: AbortSignal): Promise<Logo> {
  const failed = (logoFailure: string): Logo => ({ logoOctets: null, logoFailure, logoProblems: [] });
  try {
    const limits = { maxBytes: MAX_LOGO_BYTES, maxRedirects: 3, accept: 'image/svg+xml' };
    const { status, headers, body } = await fetchTwice(net, url, limits, signal);
    if (status !== 200) return failed('status');
    const text = textOf(body);
    if (text === null) return failed('too-large');
    const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'not given';
    const ofType = mediaType === 'image/svg+xml' ? [] : [`its media type is ${mediaType.slice(0, MAX_MEDIA_TYPE)}`];
    return { logoOctets: body.length, logoFailure: null, logoProblems: [...ofType, ...logoProblems(text)] };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure) return failed(fetchFailure(error));
    throw error;
  }
}

/** SVG files may be compressed. Null for one that is too large or damaged. */
function textOf(body: Uint8Array): string | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return Buffer.from(body).toString('utf8');
  try {
    return gunzipSync(body, { maxOutputLength: MAX_LOGO_BYTES }).toString('utf8');
  } catch {
    return null;
  }
}
