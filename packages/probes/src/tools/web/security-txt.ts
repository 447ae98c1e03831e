import type { WebData } from '@sonde/contract';
import { parseContentType } from '@sonde/contract/http/content-type';
import { parseSecurityTxt } from '@sonde/contract/http/security-txt';
import { NetFailure } from '../../net-failure.ts';
import { followStart } from './chain.ts';
import { fieldOf } from './header-values.ts';
import type { Visits } from './visits.ts';

/** RFC 9116 section 3: the second one is for sites that had it before the first one was registered. */
const PLACES = ['/.well-known/security.txt', '/security.txt'];
const OK = 200;

/**
 * Looks for the file at both places, one after the other. A page that a site sends for every path is no such file.
 * @throws NetFailure if it could not be determined at one of them
 */
export async function findSecurityTxt(
  visits: Visits,
  pageUrl: string,
): Promise<{ readonly file: WebData['securityTxt'] }> {
  for (const place of PLACES) {
    const file = await fileAt(visits, new URL(place, pageUrl).href);
    if (file !== null) return { file };
  }
  return { file: null };
}

async function fileAt(visits: Visits, url: string): Promise<WebData['securityTxt']> {
  const { chain, end, reason } = await followStart(visits, new Map(), url);
  if (end === 'failed' && reason !== null) throw new NetFailure(reason, `${url}: not determined`);
  const last = chain.at(-1);
  if (end !== 'answered' || last?.status !== OK || last.body.content === null) return null;
  const contentType = fieldOf(last.headers, 'content-type');
  if (parseContentType(contentType ?? '')?.essence === 'text/html') return null;
  const { contacts, expires, canonical, isSigned, problems } = parseSecurityTxt(
    new TextDecoder().decode(last.body.content),
  );
  if (contacts.length === 0 && expires === null) return null;
  return {
    url: last.url,
    contentType,
    contacts: [...contacts],
    expires,
    canonical: [...canonical],
    isSigned,
    problems: [...problems],
  };
}
