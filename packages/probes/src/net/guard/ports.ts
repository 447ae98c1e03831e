import { startTlsPorts } from '@sonde/contract';
import { NetFailure, type NetService } from '../net.ts';

/** Both ends included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Only these ports: anything else would turn Sonde into a port scanner. */
const servicePorts: Readonly<Record<NetService, readonly PortRange[]>> = {
  // HTTPS, mail, directory, news, DNS, hosting panels, SIP, Kubernetes, IRC and MQTT over TLS; 25, 110 and 143 by STARTTLS.
  tls: rangesOf('25,110,143,443,465,563,587,636,853,989-995,2083,2087,2096,4443,5061,6443,6697,8443,8883,9443'),
  // The registered ports of FTP, mail, news, directory, database, remote desktop and chat, when the protocol is given.
  starttls: Object.values(startTlsPorts).map((port) => ({ from: port, to: port })),
  // RFC 3912 section 2
  whois: [{ from: 43, to: 43 }],
  // RFC 1035 section 4.2
  dns: [{ from: 53, to: 53 }],
  // The ports of traceroute(8), and those of DNS and QUIC, which firewalls often treat differently.
  trace: rangesOf('53,443,33434-33534'),
  // RFC 7858 section 3.1
  'dns-tls': [{ from: 853, to: 853 }],
  // RFC 8484 uses the port of HTTPS.
  'dns-https': [{ from: 443, to: 443 }],
  // RFC 9110 section 4.2.2
  webhook: [{ from: 443, to: 443 }],
  // RFC 9110 sections 4.2.1 and 4.2.2
  web: rangesOf('80,443'),
  visit: rangesOf('80,443'),
};

function rangesOf(list: string): PortRange[] {
  return list.split(',').flatMap((text) => parsePortRange(text) ?? []);
}

/** Decides which ports a service may connect to. @throws NetFailure `not-allowed-port`. */
export type CheckPort = (service: NetService, port: number) => void;

/** Services whose port a visitor names: allowing a network must not let visitors try every port in it. */
export const servicesOfVisitors: ReadonlySet<NetService> = new Set([
  'visit',
  'tls',
  'starttls',
  'dns',
  'dns-tls',
  'dns-https',
  'webhook',
]);

/** `extraPorts` are ports that the operator permits for web, TLS and DNS servers, and for webhooks. */
export function createPortCheck(extraPorts: readonly PortRange[]): CheckPort {
  const extended = (service: NetService) => ({ [service]: [...servicePorts[service], ...extraPorts] });
  const allowed: Readonly<Record<NetService, readonly PortRange[]>> = {
    ...servicePorts,
    ...extended('visit'),
    ...extended('tls'),
    ...extended('dns'),
    ...extended('dns-tls'),
    ...extended('dns-https'),
    ...extended('webhook'),
  };
  return (service, port) => {
    if (allowed[service].some(({ from, to }) => port >= from && port <= to)) return;
    throw new NetFailure('not-allowed-port', `port ${port} is not a port of ${service}`);
  };
}

/** Reads `8443` or `9000-9010`; null for anything else. */
export function parsePortRange(text: string): PortRange | null {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from >= 1 && from <= to && to <= 65_535 ? { from, to } : null;
}
