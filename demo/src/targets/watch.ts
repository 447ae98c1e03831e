import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/watch',
  field: 'target',
  offers: () => [['changing.test', 'a mail server with another name, and a certificate of a stranger, each minute']],
  note: () =>
    'Watch its DNS every 10 seconds, or its certificates every 40: each minute somebody orders one. Any made-up mail address makes an account; nothing is sent.',
};
