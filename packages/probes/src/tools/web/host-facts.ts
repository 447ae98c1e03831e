import { type FailureCode, type Gap, reasons, ToolError, type WebData } from '@sonde/contract';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import type { LocalData } from '../../data/data.ts';
import type { Visit } from '../../net/net.ts';
import { NetFailure } from '../../net-failure.ts';
import { fieldOf } from './header-values.ts';
import { type AskAboutHttp3, announcesHttp3, answerInTime, type Http3Outcome } from './http3.ts';
import { httpsRecordsOf } from './https-records.ts';
import { findSecurityTxt } from './security-txt.ts';
import { hostOf } from './starts.ts';
import type { Visits } from './visits.ts';

type HostFacts = Pick<
  WebData,
  'cors' | 'securityTxt' | 'securityTxtStatus' | 'httpsRecords' | 'versions' | 'hstsPreload'
>;

/** Reserved, so that no site knows it (RFC 6761). */
const FOREIGN_ORIGIN = 'https://origin.invalid';

/** What further requests tell about the host of the final page, all at once. */
export async function hostFacts(
  visits: Visits,
  last: Visit,
  askAboutHttp3: AskAboutHttp3,
  preloadList: LocalData['preloadList'],
): Promise<{ readonly data: HostFacts; readonly gaps: readonly Gap[] }> {
  const gaps: Gap[] = [];
  const orGap = async <Value>(part: string, finding: Promise<Value>): Promise<Value | null> => {
    try {
      return await finding;
    } catch (error) {
      visits.signal.throwIfAborted();
      gaps.push({ part, code: codeOf(error) });
      return null;
    }
  };
  const asking = last.certificates === null ? null : askAboutHttp3(last);
  const [foreign, hstsPreload, securityTxt, httpsRecords] = await Promise.all([
    orGap('cors', askAsForeigner(visits, last)),
    orGap('HSTS preload list', membershipOf(last, preloadList)),
    orGap('security.txt', findSecurityTxt(visits, last.url)),
    orGap('HTTPS', httpsRecordsOf(visits, last.url)),
  ]);
  const http3 = asking && (await orGap('HTTP/3', answerInTime(asking, announcesHttp3(last, httpsRecords))));
  visits.signal.throwIfAborted();
  const data: HostFacts = {
    cors: foreign && corsOf(foreign.visit),
    securityTxt: securityTxt?.file ?? null,
    securityTxtStatus: securityTxt === null ? null : securityTxt.file === null ? 'absent' : 'found',
    httpsRecords,
    hstsPreload,
    versions: versionsOf(last, foreign, http3),
  };
  return { data, gaps };
}

/**
 * Whether browsers know the host from their list; null without a list, and for an address, which cannot be in it.
 * @throws NetFailure `no-database` if the file of the operator cannot be read
 */
async function membershipOf({ url }: Visit, preloadList: LocalData['preloadList']): Promise<WebData['hstsPreload']> {
  const list = await preloadList().catch((cause: unknown) => {
    throw new NetFailure('no-database', 'the list of preloaded hosts cannot be read', { cause });
  });
  const host = hostOf(new URL(url));
  if (list === null || toIpv4(host) === host || toIpv6(host) !== null) return null;
  const entry = list.entryFor(host);
  return { isListed: entry !== null, entry: entry?.name ?? null };
}

/** A request for a page of another site. */
interface ForeignRequest {
  readonly visit: Visit;
  readonly isByHttp1: boolean;
}

/** Made by HTTP/1.1, to find out whether the server speaks it; by HTTP/2 if the server refuses that. */
async function askAsForeigner(visits: Visits, { url, httpVersion }: Visit): Promise<ForeignRequest> {
  const wish = { method: 'HEAD', origin: FOREIGN_ORIGIN } as const;
  try {
    return { visit: await visits.visit(url, { ...wish, protocols: ['http/1.1'] }), isByHttp1: true };
  } catch (error) {
    const isRefusal = error instanceof NetFailure && error.reason === 'handshake-failed';
    if (httpVersion !== '2' || !isRefusal) throw error;
    return { visit: await visits.visit(url, wish), isByHttp1: false };
  }
}

function corsOf({ headers }: Visit): HostFacts['cors'] {
  return {
    origin: FOREIGN_ORIGIN,
    allowOrigin: fieldOf(headers, 'access-control-allow-origin'),
    allowCredentials: fieldOf(headers, 'access-control-allow-credentials'),
  };
}

function versionsOf(last: Visit, foreign: ForeignRequest | null, http3: Http3Outcome | null): HostFacts['versions'] {
  return {
    h1: last.httpVersion !== '2' || (foreign?.isByHttp1 ?? null),
    h2: last.certificates === null ? null : last.httpVersion === '2',
    h3: http3?.h3 ?? null,
    h3Reason: http3?.reason ?? null,
    quic: [...(http3?.versions ?? [])],
  };
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof ToolError) return error.code;
  if (error instanceof NetFailure) return reasons[error.reason].code;
  throw error;
}
