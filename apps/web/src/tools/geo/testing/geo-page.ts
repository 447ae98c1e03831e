import { toolPage } from '../../../testing/tool-page.ts';
import type { ScreenCard } from '../../screens/screen-card.ts';
import { Page } from '../page.tsx';
import { screen } from '../screen.ts';
import { geoReply } from './geo-reply.ts';

/** As much of the card of Who Is as the page of the IP tracker needs. */
const whois: ScreenCard = {
  ...screen,
  id: 'whois',
  path: '/whois',
  lookup: { param: 'domain', second: { param: 'resource', takes: ['ipv4', 'ipv6'], action: 'Registration of' } },
};

/** The page of the IP tracker, with an API that knows every address. */
export function geoPage() {
  return toolPage({
    screen,
    Page,
    screens: [screen, whois],
    field: 'IP address or domain',
    loadResult: () => import('../result.tsx'),
    reply: (path) => geoReply(new URLSearchParams(path.split('?')[1]).get('ipOrDomain') ?? ''),
  });
}
