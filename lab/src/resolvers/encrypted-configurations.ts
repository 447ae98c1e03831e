import { unboundBasics } from '../dns/name-servers.ts';
import type { WebCertificates } from '../web/certificates.ts';

export interface EncryptedPorts {
  readonly plain: number;
  readonly tls: number;
  readonly https: number;
}

const address = '192.0.2.80';
const texts = Array.from({ length: 300 }, (_, index) => `${String(index).padStart(4, '0')}${'x'.repeat(120)}`);

/** A zone file (RFC 1035, section 5). */
export const shopZone = `$ORIGIN shop.test.
$TTL 300
@ IN SOA ns.shop.test. hostmaster.shop.test. 1 7200 900 1209600 300
@ IN NS ns
@ IN A ${address}
@ IN MX 10 mail
ns IN A 127.0.0.1
mail IN A ${address}
${texts.map((text) => `many IN TXT "${text}"\n`).join('')}`;

export function unboundConfig(
  directory: string,
  { plain, tls, https }: EncryptedPorts,
  { certificate, key }: WebCertificates,
): string {
  return `${unboundBasics(directory, plain)}  verbosity: 1
  interface: 127.0.0.1@${tls}
  interface: 127.0.0.1@${https}
  tls-port: ${tls}
  https-port: ${https}
  http-endpoint: "/dns-query"
  tls-service-key: "${key}"
  tls-service-pem: "${certificate}"
  nsid: "ascii_dns-lab"
  module-config: "iterator"
  local-zone: "test." static
  local-data: "shop.test. 300 IN A ${address}"
  local-data: "shop.test. 300 IN MX 10 mail.shop.test."
${texts.map((text) => `  local-data: 'many.shop.test. 300 IN TXT "${text}"'\n`).join('')}`;
}

export function bindConfig(
  directory: string,
  { plain, tls, https }: EncryptedPorts,
  { certificate, key }: WebCertificates,
  zoneFile: string,
): string {
  return `tls web { key-file "${key}"; cert-file "${certificate}"; };
http web { endpoints { "/dns-query"; }; };
options {
  directory "${directory}";
  listen-on port ${plain} { 127.0.0.1; };
  listen-on port ${tls} tls web { 127.0.0.1; };
  listen-on port ${https} tls web http web { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion no;
  server-id "dns-lab";
  max-records-per-type 0;
};
controls {};
zone "shop.test" { type primary; file "${zoneFile}"; };
`;
}

/** Without zones of its own: forwards to the server on `authorityPort`. */
export function knotConfig(
  { plain, tls, https }: EncryptedPorts,
  { certificate, key }: WebCertificates,
  authorityPort: number,
): string {
  return `net.ipv6 = false
net.listen('127.0.0.1', ${plain}, { kind = 'dns' })
net.listen('127.0.0.1', ${tls}, { kind = 'tls' })
net.listen('127.0.0.1', ${https}, { kind = 'doh2' })
net.tls('${certificate}', '${key}')
trust_anchors.remove('.')
cache.size = 10 * MB
modules.load('nsid')
nsid.name('dns-lab')
policy.add(policy.suffix(policy.STUB('127.0.0.1@${authorityPort}'), { todname('test.') }))
print('listening')
io.stdout:flush()
`;
}
