import type { SitePorts } from '@sonde/lab';

const CODES = [301, 302, 303, 307, 308];
const CHAIN = 9;

/** Locations in every form that a client has to resolve (RFC 3986 section 5), and where each leads. */
const locations: Readonly<Record<string, string>> = {
  absolute: 'https://$http_host/end?a=b',
  'same-scheme': '//$http_host/end',
  'other-host': 'https://other.web.test:$server_port/end',
  dots: '/a/../b/./../end',
  query: '?a=b',
  fragment: '/end#part',
  escaped: '/%C3%A9nd%20?a=%2F',
  spelled: 'HTTPS://OTHER.web.test:$server_port',
  empty: '/end?',
};

/** Paths of the site that redirects. */
export const redirectPaths: readonly string[] = [
  '/end',
  ...CODES.map((code) => `/${code}`),
  ...Object.keys(locations).map((name) => `/way/${name}`),
  '/down',
  '/chain/1',
  '/loop',
  '/without-location',
];

/** Lines of nginx for a site that redirects; `plain` is another one, for http. */
export function redirectLines({ httpPort }: SitePorts): { readonly https: string } {
  const place = (path: string, code: number, target: string) => `location = ${path} { return ${code} "${target}"; }`;
  const chain = Array.from({ length: CHAIN }, (_, index) => [`/chain/${index + 1}`, `/chain/${index + 2}`] as const);
  const https = [
    'absolute_redirect off;',
    ...CODES.map((code) => place(`/${code}`, code, '/end')),
    ...Object.entries(locations).map(([name, target]) =>
      // Its target has the same path: without the condition it would be a loop.
      name === 'query'
        ? `location = /way/query { if ($args = "") { return 302 "${target}"; } return 200 end; }`
        : place(`/way/${name}`, 302, target),
    ),
    place('/down', 302, `http://plain.web.test:${httpPort}/`),
    ...chain.map(([from, to]) => place(from, 307, to)),
    place('/loop', 302, '/loop'),
    'location = /without-location { return 304; }',
  ];
  return { https: https.join('\n') };
}
