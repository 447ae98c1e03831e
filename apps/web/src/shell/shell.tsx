// In this folder: the frame of the site around every page.

import { type ReactNode, useEffect, useState } from 'react';
import { replayEarlyPress } from '../browser/page/early-input.ts';
import { usePrefetch } from '../tools/lookup/lazy-result.tsx';
import { ToolsContext } from '../tools/screens/screens-context.ts';
import { siteScreens } from '../tools/site-screens.ts';
import { Announcer } from '../ui/feedback/announcer.tsx';
import { Menu } from '../ui/icons/lucide/menu.ts';
import { Search } from '../ui/icons/lucide/search.ts';
import { Brand } from './brand.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { focusKeeper } from './focus-keeper.ts';
import { Footer } from './footer.tsx';
import { AccountLink } from './navigation/account-link.tsx';
import { NavDrawer } from './navigation/nav-drawer.tsx';
import { ToolNav } from './navigation/tool-nav.tsx';
import { usePalette } from './palette/use-palette.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useArrival } from './use-arrival.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

export interface ShellProps {
  /** Title of the current page; a change means that another page was opened. */
  readonly pageTitle: string;
  readonly children: ReactNode;
}

/**
 * The place for the installation's notice, after the skip link. The server fills it in, and React leaves its content
 * alone.
 */
const noticePlace = (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a placeholder, or nothing
  <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? '%SONDE_NOTICE%' : '' }} />
);

/** The frame of every page: sidebar, content, footer, cookie banner. */
export function Shell({ pageTitle, children }: ShellProps) {
  const { shown, open, close } = usePalette();
  useArrival(pageTitle);
  useDroppedFiles();
  useEffect(replayEarlyPress, []);
  usePrefetch(focusKeeper);
  return (
    <ToolsContext value={siteScreens}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {noticePlace}
      <div className="shell">
        <Sidebar onSearch={open} />
        <div className="main">
          <Topbar onSearch={open} />
          <main className="content" id="main" tabIndex={-1}>
            <ErrorBoundary page={pageTitle}>{children}</ErrorBoundary>
          </main>
          <Footer />
          <CookieBanner />
        </div>
      </div>
      <Announcer />
      {shown && <shown.Palette typed={shown.typed} onClose={close} />}
    </ToolsContext>
  );
}

interface BarProps {
  onSearch(): void;
}

function Sidebar({ onSearch }: BarProps) {
  return (
    <header className="side">
      <Brand />
      <button className="kbar" type="button" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
        <Search className="i" />
        Search tools
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      <ToolNav idPrefix="side" />
      <div className="side-foot">
        <AccountLink />
        <ThemeToggle />
      </div>
    </header>
  );
}

const DRAWER_ID = 'drawer';

/** The top bar of small windows. */
function Topbar({ onSearch }: BarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="topbar">
      <button
        className="btn btn-g btn-i"
        type="button"
        aria-label="Open menu"
        aria-expanded={isOpen}
        aria-controls={DRAWER_ID}
        onClick={() => setOpen(true)}
      >
        <Menu className="i" />
      </button>
      <Brand />
      <button className="btn btn-g btn-i" type="button" aria-label="Search tools" onClick={onSearch}>
        <Search className="i" />
      </button>
      <ThemeToggle />
      <NavDrawer id={DRAWER_ID} isOpen={isOpen} onClose={() => setOpen(false)} />
    </header>
  );
}
