import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/watch',
  field: 'target',
  offers: () => [['changing.test', 'a mail server with another name each minute']],
  note: () => 'Watch its DNS every 10 seconds. Any made-up mail address makes an account; nothing is sent.',
};
