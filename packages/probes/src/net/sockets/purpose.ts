import type { ConnectTarget, NetService, OperatorEndpoint } from '../net.ts';
import type { Purpose } from './connection.ts';

/** Connections to the operator's endpoint are WHOIS queries: web services use `fetch`, DNS servers `openServer`. */
export function purposeOf(target: ConnectTarget | OperatorEndpoint): Purpose {
  if (!('service' in target)) return { service: 'whois', isOperators: true };
  return { service: recordedServices[target.service], host: target.host, isOperators: false };
}

const recordedServices: Readonly<Record<NetService, Purpose['service']>> = {
  tls: 'tls',
  starttls: 'starttls',
  whois: 'whois',
  web: 'http',
  webhook: 'http',
  visit: 'http',
  trace: 'trace',
  dns: 'dns',
  'dns-tls': 'dns',
  'dns-https': 'dns',
};
