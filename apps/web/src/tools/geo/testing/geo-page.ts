import { toolPage } from '../../../testing/tool-page.ts';
import { screen as whois } from '../../whois/screen.ts';
import { Page } from '../page.tsx';
import { screen } from '../screen.ts';
import { geoReply } from './geo-reply.ts';

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
