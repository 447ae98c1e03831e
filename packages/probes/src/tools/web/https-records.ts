import type { WebData } from '@sonde/contract';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { hostOf } from './starts.ts';
import type { Visits } from './visits.ts';

type Records = NonNullable<WebData['httpsRecords']>;

const HTTPS = typeNumber('HTTPS');
const MAX_RECORDS = 20;

/** The HTTPS records of the host of a URL (RFC 9460), empty for an address. @throws NetFailure if they cannot be found */
export async function httpsRecordsOf({ net, signal }: Visits, pageUrl: string): Promise<Records> {
  const url = new URL(pageUrl);
  const host = hostOf(url);
  if (toIpv4(host) === host || toIpv6(host) !== null) return [];
  // RFC 9460 section 9.1: another port has a name of its own.
  const name = url.port === '' || url.protocol === 'http:' ? host : `_${url.port}._https.${host}`;
  const { message } = await net.ask({ name, type: HTTPS }, signal);
  const records = followAliases(message.answers, name, HTTPS).records.filter(({ type }) => type === HTTPS);
  return records.slice(0, MAX_RECORDS).map(({ fields: [priority, target = '.', parameters = ''] }) => ({
    priority: Number(priority),
    target,
    alpn: (parameterOf(parameters, 'alpn') ?? '').split(',').filter((id) => id !== ''),
    port: numberOf(parameterOf(parameters, 'port')),
    hasEch: parameterOf(parameters, 'ech') !== null,
  }));
}

/** The value of `key=value` or `key="value"` in the text of the parameters; null without one. */
function parameterOf(parameters: string, key: string): string | null {
  const [, quoted, plain] = new RegExp(`(?:^| )${key}=(?:"([^"]*)"|(\\S*))`).exec(parameters) ?? [];
  return quoted ?? plain ?? null;
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
