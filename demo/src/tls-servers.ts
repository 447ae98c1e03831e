import { constants } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPlainServer, type Server as HttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { SecureVersion } from 'node:tls';
import type { Authority, Wish } from './certificates.ts';
import { isNotHere, listenAt, listenFirst, type Place, placesFor } from './place.ts';

export interface WebServer extends Place {
  /** Where http is redirected to https; null if the server has other ports than the usual ones. */
  readonly plain: Place | null;
  stop(): Promise<void>;
}

/** How a web server differs from a well-configured one. */
interface WebServerOptions {
  readonly certificate?: Wish;
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  /** OpenSSL's cipher list. */
  readonly ciphers?: string;
  /** Speaks plain HTTP on the port for HTTPS. */
  readonly isPlain?: boolean;
  /** Redirects `/` there instead of serving a page; `circle`: between two paths of its own. */
  readonly redirect?: { readonly to: 'shop.test' | 'no-tls.test'; readonly scheme: 'http' | 'https' } | 'circle';
}

/** The examples on the pages, which the demo resolves to the well-configured server. */
export const exampleNames = ['example.com', 'example.org'] as const;

/** The web servers of the demo, by name. */
export const webServers = {
  'shop.test': {
    certificate: { names: ['shop.test', 'www.shop.test', 'api.shop.test', 'mta-sts.shop.test', ...exampleNames] },
    // Forward secrecy and authenticated encryption only.
    ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305',
  },
  'expired.test': { certificate: { validDays: [-100, -10] } },
  'self-signed.test': { certificate: { isSelfSigned: true } },
  'wrong-name.test': { certificate: { names: ['somebody-else.test'] } },
  'incomplete.test': { certificate: { lacksIssuer: true } },
  // Usual in 2010, as far as OpenSSL 3 still supports it; security level 0 allows TLS 1.0 to sign with SHA-1.
  'outdated.test': {
    certificate: { key: 'rsa' },
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.2',
    ciphers: 'AES128-SHA:AES256-SHA:ECDHE-RSA-AES128-SHA:@SECLEVEL=0',
  },
  'no-tls.test': { isPlain: true },
  'moved.test': { redirect: { to: 'shop.test', scheme: 'https' } },
  'neglected.test': { redirect: { to: 'no-tls.test', scheme: 'http' } },
  'circle.test': { redirect: 'circle' },
} as const satisfies Record<string, WebServerOptions>;

export type WebServerName = keyof typeof webServers;

/** The HTTPS port, or other ports that the TLS checker accepts if that is taken or needs privileges. */
const PORTS = [443, 8443, 9443];

/**
 * `published`: the URLs of the issuer's certificate and revocation list, for the certificates; `places`: the servers that run
 * when a redirect is requested.
 */
export async function startWebServer(
  host: number,
  name: WebServerName,
  authority: Authority,
  published: Published,
  places: Places,
): Promise<WebServer> {
  const server = await createWebServer(name, authority, published, places);
  const place = await listenFirst(placesFor(host, PORTS), (wanted) => listenAt(server, wanted));
  const redirecting = createPlainServer(toHttps);
  const plain =
    place.port === usualPorts.https ? await listenOrNot(redirecting, { ...place, port: usualPorts.http }) : null;
  return {
    ...{ ...place, plain },
    async stop() {
      for (const one of plain === null ? [server] : [server, redirecting]) {
        one.close();
        one.closeAllConnections();
        await once(one, 'close');
      }
    },
  };
}

async function listenOrNot(server: HttpServer, wanted: Place): Promise<Place | null> {
  try {
    return await listenAt(server, wanted);
  } catch (error) {
    if (!isNotHere(error)) throw error;
    return null;
  }
}

type Listener = NonNullable<Parameters<typeof createPlainServer>[1]>;
type Places = ReadonlyMap<WebServerName, Place>;
type Published = Required<Pick<Wish, 'issuerUrl' | 'listUrl'>>;

/** Servers of today refuse a second handshake that the client begins: nginx always, OpenSSL with this option. */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;

async function createWebServer(
  name: WebServerName,
  authority: Authority,
  { issuerUrl, listUrl }: Published,
  places: Places,
): Promise<HttpServer> {
  const { certificate, isPlain = false, redirect, ...limits }: WebServerOptions = webServers[name];
  if (isPlain) return createPlainServer(greet);
  const { chain, key } = await authority.issue(name, { ...certificate, issuerUrl, listUrl });
  const respond = redirect === undefined ? greet : redirectTo(redirect, places);
  const server = createServer({ cert: chain, key, ALPNProtocols: ['http/1.1'], secureOptions, ...limits }, respond);
  // The TLS checker aborts most of its handshakes.
  server.on('tlsClientError', () => {});
  return server;
}

const usualPorts = { http: 80, https: 443 } as const;

const toHttps: Listener = ({ headers: { host = '' }, url = '/' }, response) => {
  response.writeHead(301, { location: `https://${host}${url}` }).end();
};

/** Redirects every path but the one of a file that it does not have. */
function redirectTo(redirect: NonNullable<WebServerOptions['redirect']>, places: Places): Listener {
  return ({ url = '/' }, response) => {
    if (url.includes('security.txt')) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(302, { location: redirect === 'circle' ? nextOf(url) : urlOf(redirect, places) }).end();
  };
}

const nextOf = (path: string) => (path === '/' ? '/welcome' : '/');

function urlOf({ to, scheme }: Exclude<WebServerOptions['redirect'], 'circle' | undefined>, places: Places): string {
  const port = places.get(to)?.port ?? usualPorts[scheme];
  return `${scheme}://${to}${port === usualPorts[scheme] ? '' : `:${port}`}/`;
}

/** The MTA-STS policy of shop.test (RFC 8461 section 3.2); every server has it, but only one has the name for it. */
const MAIL_POLICY = ['version: STSv1', 'mode: enforce', 'mx: mail.shop.test', 'mx: mail2.shop.test', 'max_age: 604800'];

const greet: Listener = ({ url }, response) => {
  if (url === '/.well-known/mta-sts.txt') {
    response.setHeader('content-type', 'text/plain').end(`${MAIL_POLICY.join('\r\n')}\r\n`);
    return;
  }
  if (url === '/.well-known/security.txt') {
    const expires = new Date(Date.now() + HALF_A_YEAR_MS).toISOString();
    const file = ['Contact: mailto:security@shop.test', `Expires: ${expires}`];
    response.setHeader('content-type', 'text/plain; charset=utf-8').end(`${file.join('\n')}\n`);
    return;
  }
  for (const [name, value] of pageFields) response.setHeader(name, value);
  response.end('<!doctype html><html lang="en"><title>Shop</title><p>A server of the demo.</p></html>\n');
};

const HALF_A_YEAR_MS = 180 * 86_400_000;

/** What a page in good order is sent with. */
const pageFields = [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Cache-Control', 'no-cache'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Content-Security-Policy', "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
] as const;
