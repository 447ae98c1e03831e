import type { WebData } from '@sonde/contract';
import { parseAltSvc } from '@sonde/contract/http/alt-svc';
import { resultWithin } from '../../async/deadline.ts';
import { askHttp3, type Http3Answer } from '../../engines/quic/ask-http3.ts';
import type { Visit } from '../../net/net.ts';
import { fieldsOf } from './header-values.ts';
import { hostOf } from './starts.ts';
import type { Visits } from './visits.ts';

/** Milliseconds that a server which does not announce HTTP/3 is awaited after everything else is known. */
const UNANNOUNCED_MS = 600;
const HTTPS_PORT = 443;

/** Asks the server of a page that was loaded by https about HTTP/3; a server is asked once. */
export type AskAboutHttp3 = (page: Visit) => Promise<Http3Answer>;

/** @param first the first response by https, whose server is asked at once; the final page is often there, too */
export function createHttp3Asking({ net, signal }: Visits, first: Promise<Visit> | undefined): AskAboutHttp3 {
  const asked = new Map<string, Promise<Http3Answer>>();
  const ask: AskAboutHttp3 = ({ url: text, address: { address } }) => {
    const url = new URL(text);
    const port = url.port === '' ? HTTPS_PORT : Number(url.port);
    const key = `${url.host} ${address}`;
    const asking = asked.get(key) ?? askHttp3(net, { host: hostOf(url), address, port, service: 'visit' }, signal);
    // The lookup may end before the server has answered.
    asking.catch(() => {});
    asked.set(key, asking);
    return asking;
  };
  first?.then(
    (visit) => {
      // Not returned: nobody awaits it here, and the end of the lookup may reject it.
      if (visit.certificates !== null) void ask(visit);
    },
    () => {},
  );
  return ask;
}

/** Whether the response or the HTTPS records announce HTTP/3. */
export function announcesHttp3({ headers }: Visit, records: WebData['httpsRecords']): boolean {
  const services = parseAltSvc(fieldsOf(headers, 'alt-svc').join(', '));
  if (services.some(({ protocol }) => protocol === 'h3')) return true;
  return records?.some(({ alpn }) => alpn.includes('h3')) === true;
}

export type Http3Outcome = Pick<Http3Answer, 'h3' | 'reason' | 'versions'>;
const silence: Http3Outcome = { h3: null, reason: 'silent', versions: null };

/** A server that announces HTTP/3 has time to answer; another one is not awaited for long. */
export async function answerInTime(asking: Promise<Http3Answer>, isAnnounced: boolean): Promise<Http3Outcome> {
  return isAnnounced ? asking : ((await resultWithin(asking, UNANNOUNCED_MS)) ?? silence);
}
