import { useEffect } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import { useConsent } from '../../browser/storage/consent.ts';

const MAX_WAIT_MS = 4000;

/**
 * The scripts of the ad networks, loaded once, on the IP tracker's page only, after consent and when the browser is
 * idle.
 */
export function AdScripts() {
  const accepted = useConsent();
  useEffect(() => {
    const sources = siteConfig.ads?.scripts ?? [];
    if (!accepted || sources.length === 0) return;
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1));
    const stop = window.cancelIdleCallback ?? clearTimeout;
    const handle = whenIdle(() => sources.forEach(addScript), { timeout: MAX_WAIT_MS });
    return () => stop(handle);
  }, [accepted]);
  return null;
}

function addScript(source: string): void {
  const { href } = new URL(source, location.href);
  if ([...document.scripts].some(({ src }) => src === href)) return;
  const script = document.createElement('script');
  script.src = href;
  script.async = true;
  document.head.append(script);
}
