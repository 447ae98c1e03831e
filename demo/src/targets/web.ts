import type { WebServerName } from '../tls-servers.ts';
import type { DemoPage } from './demo-page.ts';

const HTTPS_PORT = 443;

const pages = {
  'shop.test': 'a page in good order',
  'moved.test': 'a redirect to another host',
  'neglected.test': 'a redirect from https to http, and header fields that are missing',
  'circle.test': 'redirects in a circle',
  'expired.test': 'a page whose certificate browsers refuse',
} as const satisfies Readonly<Partial<Record<WebServerName, string>>>;

export const page: DemoPage = {
  path: '/web',
  field: 'url',
  verdicts: {
    good: 'https://shop.test/',
    warning: 'https://neglected.test/',
    broken: 'https://expired.test/',
    error: 'gone.test',
  },
  offers: ({ webServers }) =>
    (Object.keys(pages) as (keyof typeof pages)[]).map((name) => [urlOf(webServers[name].port, name), pages[name]]),
};

function urlOf(port: number, name: string): string {
  return port === HTTPS_PORT ? `https://${name}/` : `https://${name}:${port}/`;
}
