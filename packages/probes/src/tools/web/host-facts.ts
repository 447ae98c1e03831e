import type { FailureCode, Gap, WebData } from '@sonde/contract';
import { reasons, ToolError } from '@sonde/contract';
import type { Visit } from '../../net/net.ts';
import { NetFailure } from '../../net-failure.ts';
import { fieldOf } from './header-values.ts';
import { httpsRecordsOf } from './https-records.ts';
import { findSecurityTxt } from './security-txt.ts';
import type { Visits } from './visits.ts';

type Facts = Pick<WebData, 'cors' | 'securityTxt' | 'securityTxtStatus' | 'httpsRecords' | 'versions'>;

/** Reserved, so that no site knows it (RFC 6761). */
const FOREIGN_ORIGIN = 'https://origin.invalid';

/** What further requests tell about the host of the final page, all at once. */
export async function hostFacts(
  visits: Visits,
  last: Visit,
): Promise<{ readonly data: Facts; readonly gaps: readonly Gap[] }> {
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
  const [asked, securityTxt, httpsRecords] = await Promise.all([
    orGap('cors', askAsForeigner(visits, last)),
    orGap('security.txt', findSecurityTxt(visits, last.url)),
    orGap('HTTPS', httpsRecordsOf(visits, last.url)),
  ]);
  visits.signal.throwIfAborted();
  const data: Facts = {
    cors: asked && {
      origin: FOREIGN_ORIGIN,
      allowOrigin: fieldOf(asked.headers, 'access-control-allow-origin'),
      allowCredentials: fieldOf(asked.headers, 'access-control-allow-credentials'),
    },
    securityTxt: securityTxt?.file ?? null,
    securityTxtStatus: securityTxt === null ? null : securityTxt.file === null ? 'absent' : 'found',
    httpsRecords,
    versions: {
      h1: last.httpVersion !== '2' || asked !== null ? true : null,
      h2: last.certificates === null ? null : last.httpVersion === '2',
      h3: null,
      quic: [],
    },
  };
  return { data, gaps };
}

/** A request by HTTP/1.1 for a page of another site. */
function askAsForeigner(visits: Visits, { url }: Visit): Promise<Visit> {
  return visits.visit(url, { method: 'HEAD', protocols: ['http/1.1'], origin: FOREIGN_ORIGIN });
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof ToolError) return error.code;
  if (error instanceof NetFailure) return reasons[error.reason].code;
  throw error;
}
