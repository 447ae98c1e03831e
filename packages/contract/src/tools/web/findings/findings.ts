import { answerFindings, gatekeeperOf } from './judged/answer.ts';
import { certificateFindings } from './judged/certificate.ts';
import { contentFindings } from './judged/content.ts';
import { cookieFindings } from './judged/cookies.ts';
import { cspFindings } from './judged/csp.ts';
import { hstsFindings } from './judged/hsts.ts';
import { otherSitesFindings } from './judged/other-sites.ts';
import { completenessFindings, familyFindings, versionFindings } from './judged/reach.ts';
import { redirectFindings } from './judged/redirects.ts';
import { securityTxtFindings } from './judged/security-txt.ts';
import type { UnjudgedWeb, WebFinding } from './subject.ts';

/** The certificate first: whoever does not accept it sees nothing else. The order is that of equally severe findings. */
const judges: readonly ((answer: UnjudgedWeb) => readonly WebFinding[])[] = [
  certificateFindings,
  answerFindings,
  redirectFindings,
  hstsFindings,
  cookieFindings,
  otherSitesFindings,
  cspFindings,
  contentFindings,
  securityTxtFindings,
  versionFindings,
  familyFindings,
  completenessFindings,
];

/** Codes that judge the site itself, and nothing that a gatekeeper in front of it adds. */
const ABOUT_PAGE: ReadonlySet<string> = new Set(['page-client-error', 'page-server-error']);

/** What a browser meets, judged by the values of the fields. What a gatekeeper answers is not the page's fault. */
export function webFindings(answer: UnjudgedWeb): WebFinding[] {
  const found = judges.flatMap((judge) => judge(answer));
  return gatekeeperOf(answer) === null ? found : found.filter(({ code }) => !ABOUT_PAGE.has(code));
}
