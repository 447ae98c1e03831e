import { Menu, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { screens } from '../tools/index.ts';
import { Announcer } from '../ui/announcer.tsx';
import { ToolsContext } from '../ui/tools-context.ts';
import { AccountLink } from './account-link.tsx';
import { Brand } from './brand.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { replayEarlyPress } from './theme-script.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { ToolNav } from './tool-nav.tsx';
import { useArrival } from './use-arrival.ts';
import { usePalette } from './use-palette.ts';

export interface ShellProps {
  /** Of the page that is shown: a change means arrival at another one. */
  readonly pageTitle: string;
  readonly children: ReactNode;
}

/**
 * Where the server writes what everybody must know of this installation, after the link that has to come first. It is
 * none of React's business, which leaves what it finds there.
 */
const noticePlace = (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a placeholder, or nothing
  <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? '%SONDE_NOTICE%' : '' }} />
);

/** What stands around every page: sidebar, the page, footer, then the cookie banner. */
export function Shell({ pageTitle, children }: ShellProps) {
  const { shown, open, close } = usePalette();
  useArrival(pageTitle);
  useEffect(replayEarlyPress, []);
  return (
    <ToolsContext value={screens}>
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

/** The bar of a small window. */
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
