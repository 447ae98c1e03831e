import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Announcer } from '../ui/announcer.tsx';
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

export interface ShellProps {
  /** Of the page that is shown: a change means arrival at another one. */
  readonly pageTitle: string;
  readonly children: ReactNode;
}

/** What stands around every page: sidebar, the page, footer, then the cookie banner. */
export function Shell({ pageTitle, children }: ShellProps) {
  useArrival(pageTitle);
  useEffect(replayEarlyPress, []);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell">
        <Sidebar />
        <div className="main">
          <Topbar />
          <main className="content" id="main" tabIndex={-1}>
            <ErrorBoundary page={pageTitle}>{children}</ErrorBoundary>
          </main>
          <Footer />
        </div>
      </div>
      <CookieBanner />
      <Announcer />
    </>
  );
}

function Sidebar() {
  return (
    <header className="side">
      <Brand />
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
function Topbar() {
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
      <ThemeToggle />
      <NavDrawer id={DRAWER_ID} isOpen={isOpen} onClose={() => setOpen(false)} />
    </header>
  );
}
