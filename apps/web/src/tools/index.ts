import type { ToolId } from '@sonde/contract';
import { screen as delegation } from './delegation/screen.ts';
import { screen as dns } from './dns/screen.ts';
import { screen as geo } from './geo/screen.ts';
import { screen as iplogger } from './iplogger/screen.ts';
import { screen as mac } from './mac/screen.ts';
import { screen as mail } from './mail/screen.ts';
import { screen as ping } from './ping/screen.ts';
import { screen as report } from './report/screen.ts';
import type { ScreenCard } from './screens/screen-card.ts';
import { screen as ssl } from './ssl/screen.ts';
import { screen as subdomain } from './subdomain/screen.ts';
import { screen as traceroute } from './traceroute/screen.ts';
import { screen as web } from './web/screen.ts';
import { screen as whois } from './whois/screen.ts';

/**
 * Registry 3: the screens of all tools in the order of the menu, and that of the report, which composes them. A tool of
 * the contract without a screen does not compile.
 */
const byId = {
  geo,
  iplogger,
  ssl,
  whois,
  dns,
  subdomain,
  ping,
  traceroute,
  mac,
  delegation,
  mail,
  report,
  web,
} as const satisfies Record<ToolId, ScreenCard> & Record<string, ScreenCard>;

export const screens: readonly ScreenCard[] = Object.values(byId);
