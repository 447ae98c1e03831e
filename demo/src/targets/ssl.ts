import type { WebServerName } from '../tls-servers.ts';
import type { DemoPage } from './demo-page.ts';

/** The other servers differ in what they answer. */
const certificates: Readonly<Partial<Record<WebServerName, string>>> = {
  'shop.test': 'a well-configured server',
  'expired.test': 'a certificate that has expired',
  'self-signed.test': 'a self-signed certificate',
  'wrong-name.test': 'a certificate for another name',
  'incomplete.test': 'a server that does not send the certificate of its issuer',
  'outdated.test': 'TLS 1.0 to 1.2 with the cipher suites of 2010',
  'no-tls.test': 'a server that speaks plain HTTP',
};

const HTTPS_PORT = 443;

export const page: DemoPage = {
  path: '/ssl',
  field: 'domain',
  verdicts: { good: 'shop.test', warning: 'outdated.test', broken: 'expired.test', error: 'no-tls.test' },
  picture: 'expired.test',
  offers: ({ webServers }) =>
    Object.entries(certificates).map(([name, shows]) => {
      const { port } = webServers[name as WebServerName];
      return [port === HTTPS_PORT ? name : `${name}:${port}`, shows];
    }),
  note: () => 'Only hosts of the demo are reachable.',
};
