import { useSyncExternalStore } from 'react';
import { useConsent } from '../shell/consent.ts';
import { siteConfig } from '../site-config.ts';

/** The banner is 468 by 60 and must not be scaled: a small window has none. */
const BANNER_FITS = '(min-width: 768px)';

const slots = {
  banner: { className: 'ad', label: 'Advertisement', width: 468, height: 60 },
  native: { className: 'ad ad-native', label: 'Advertisement below the results', width: '100%', height: '100%' },
} as const;

/** Reserved room for an ad. Nothing is fetched before consent; without an ad it is a box labelled as ad space. */
export function AdSlot({ kind }: { readonly kind: keyof typeof slots }) {
  const { className, label, width, height } = slots[kind];
  const source = siteConfig.ads?.[kind]?.src;
  const accepted = useConsent();
  const fits = useBannerFits() || kind === 'native';
  const shown = accepted && fits ? source : undefined;
  return (
    <aside className={shown === undefined ? `${className} ad-space` : className} aria-label={label}>
      {shown === undefined ? (
        'Ad space'
      ) : (
        <iframe
          src={shown}
          title={label}
          width={width}
          height={height}
          loading="lazy"
          referrerPolicy="no-referrer"
          // A stranger's page: it may run and open what is clicked, and cannot reach this one or lead it away.
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </aside>
  );
}

function useBannerFits(): boolean {
  return useSyncExternalStore(subscribe, fitsNow, () => false);
}

const fitsNow = () => matchMedia(BANNER_FITS).matches;

function subscribe(listener: () => void): () => void {
  const media = matchMedia(BANNER_FITS);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
