import type { DemoPage } from './demo-page.ts';

const HTTPS_PORT = 443;

export const page: DemoPage = {
  path: '/web',
  field: 'url',
  verdicts: { good: 'https://shop.test/', broken: 'https://expired.test/', error: 'gone.test' },
  offers: ({ webServers }) => [
    [urlOf(webServers['shop.test'].port, 'shop.test'), 'a page in good order'],
    [urlOf(webServers['expired.test'].port, 'expired.test'), 'a page whose certificate browsers refuse'],
  ],
};

function urlOf(port: number, name: string): string {
  return port === HTTPS_PORT ? `https://${name}/` : `https://${name}:${port}/`;
}
