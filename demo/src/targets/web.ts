import type { DemoPage } from './demo-page.ts';

const HTTPS_PORT = 443;

export const page: DemoPage = {
  path: '/web',
  field: 'url',
  offers: ({ webServers }) => {
    const { port } = webServers['shop.test'];
    return [[port === HTTPS_PORT ? 'https://shop.test/' : `https://shop.test:${port}/`, 'a page in good order']];
  },
};
