import { copyText } from '../../browser/page/copy-text.ts';
import { chooseTheme } from '../../browser/storage/theme.ts';
import { shownExport } from '../../ui/export/shown-export.ts';
import { toast, toastProblem } from '../../ui/feedback/announce.ts';
import { BadgeCheck } from '../../ui/icons/lucide/badge-check.ts';
import { BookOpenText } from '../../ui/icons/lucide/book-open-text.ts';
import { CalendarClock } from '../../ui/icons/lucide/calendar-clock.ts';
import { CircleUserRound } from '../../ui/icons/lucide/circle-user-round.ts';
import { KeyRound } from '../../ui/icons/lucide/key-round.ts';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { MailSearch } from '../../ui/icons/lucide/mail-search.ts';
import { Monitor } from '../../ui/icons/lucide/monitor.ts';
import { Moon } from '../../ui/icons/lucide/moon.ts';
import { Server } from '../../ui/icons/lucide/server.ts';
import { Share } from '../../ui/icons/lucide/share.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { Sun } from '../../ui/icons/lucide/sun.ts';
import type { PaletteExtra } from './palette-options.ts';

/** The entries beside the tools: exports of the current answer, pages, themes. */
export function paletteExtras({ isSignedIn }: { readonly isSignedIn: boolean }): readonly PaletteExtra[] {
  return [...exportExtras(), ...pageExtras(isSignedIn), ...themeExtras];
}

function exportExtras(): PaletteExtra[] {
  const items = shownExport().map(({ label, icon, run }) => ({
    group: 'This answer',
    key: `export ${label}`,
    name: label,
    words: 'export save',
    icon,
    does: { act: run },
  }));
  const share = {
    group: 'This answer',
    key: 'share',
    name: 'Copy a link to this page',
    words: 'share link url send',
    icon: Share,
    does: { act: copyLink },
  };
  return items.length === 0 ? [] : [...items, share];
}

async function copyLink(): Promise<void> {
  const isCopied = await copyText(location.href.replace(location.hash, ''));
  if (isCopied) toast('Link copied');
  else toastProblem('The link could not be copied.');
}

function pageExtras(isSignedIn: boolean): PaletteExtra[] {
  const account = isSignedIn
    ? { key: '/dashboard', name: 'Dashboard', words: 'account history saved lists compare tokens' }
    : { key: '/login', name: 'Sign in', words: 'log in login sign up account' };
  return [
    {
      group: 'Pages',
      key: '/lists',
      name: 'Lists',
      words: 'list bulk many batch 200 domains targets csv compare certificates expire expiry expires soon',
      icon: ListChecks,
      does: { href: '/lists' },
    },
    {
      group: 'Pages',
      key: '/watch',
      name: 'Watch',
      words: 'watch monitor alert notify change history channel webhook feed',
      icon: CalendarClock,
      does: { href: '/watch' },
    },
    {
      group: 'Pages',
      key: '/certificate',
      name: 'Certificate decoder',
      words: 'pem csr request chain decode x509 key',
      icon: BadgeCheck,
      does: { href: '/certificate' },
    },
    {
      group: 'Pages',
      key: '/mail#header',
      name: 'Message header reader',
      words: 'spam mail e-mail email received headers',
      icon: MailSearch,
      does: { href: '/mail#header', reads: { reader: 'message-header', text: '' } },
    },
    {
      group: 'Pages',
      key: 'tokens',
      name: 'API tokens',
      words: 'token key programs bearer',
      icon: KeyRound,
      does: { href: account.key },
    },
    { ...account, group: 'Pages', icon: CircleUserRound, does: { href: account.key } },
    {
      group: 'Pages',
      key: '/privacy-policy',
      name: 'Privacy policy',
      words: 'cookies data',
      icon: ShieldCheck,
      does: { href: '/privacy-policy' },
    },
    {
      group: 'Pages',
      key: '/data',
      name: 'Data on this server',
      words: 'datasets databases age update operator status',
      icon: Server,
      does: { href: '/data' },
    },
    {
      group: 'Pages',
      key: '/api/docs',
      name: 'API documentation',
      words: 'api docs openapi developers',
      icon: BookOpenText,
      // A page rendered by the server, not by the app.
      does: { act: () => location.assign('/api/docs') },
    },
  ];
}

const themeExtras: readonly PaletteExtra[] = (
  [
    ['light', 'Light theme', Sun],
    ['dark', 'Dark theme', Moon],
    ['system', 'System theme', Monitor],
  ] as const
).map(([theme, name, icon]) => ({
  group: 'Theme',
  key: `theme ${theme}`,
  name,
  words: 'theme colours colors appearance mode',
  icon,
  does: { act: () => chooseTheme(theme) },
}));
