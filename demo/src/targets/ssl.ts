import type { WebServerName } from '../tls-servers.ts';
import type { DemoPage } from './demo-page.ts';

const certificates: Readonly<Record<WebServerName, string>> = {
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
    (Object.keys(certificates) as WebServerName[]).map((name) => {
      const { port } = webServers[name];
      return [port === HTTPS_PORT ? name : `${name}:${port}`, certificates[name]];
    }),
  note: () => 'Only hosts of the demo are reachable.',
};
