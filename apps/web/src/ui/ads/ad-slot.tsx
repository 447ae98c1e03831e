// In this folder: advertisements.
import { useEffect, useRef, useState } from 'react';
import { type AdSlotName, siteConfig } from '../../browser/site-config.ts';
import { useConsent } from '../../browser/storage/consent.ts';

const slots = {
  banner: { className: 'ad ad-banner', label: 'Advertisement', width: 468, height: 60 },
  native: { className: 'ad ad-native', label: 'Advertisement below the results', width: '100%', height: '100%' },
  placeholder: { className: 'ad', label: 'Advertisement', width: '100%', height: '100%' },
} as const;

/** The place for ads at the foot of a tool's page: the configured ads, a placeholder, or nothing. */
export function AdSlots() {
  return (
    <div className="ads">
      {siteConfig.adSlots.map((name) => (
        <AdSlot key={name} name={name} />
      ))}
    </div>
  );
}

/** Loads nothing before consent; without an ad it is a box labelled as ad space. */
function AdSlot({ name }: { readonly name: AdSlotName }) {
  const { className, label, width, height } = slots[name];
  const slot = useRef<HTMLElement>(null);
  const accepted = useConsent();
  const fits = useFits(slot);
  const source = name === 'placeholder' ? undefined : siteConfig.ads?.[name]?.src;
  const shown = accepted && fits ? source : undefined;
  return (
    // The server finds the slot in the prerendered pages by this name.
    <aside
      ref={slot}
      className={shown === undefined ? `${className} ad-space` : className}
      data-ad={name}
      aria-label={label}
    >
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
          // A third-party page: it may run scripts and open links, but can neither reach this page nor navigate it.
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </aside>
  );
}

/** Whether the ad fits: the style sheet hides a banner that would have to be scaled. */
function useFits(slot: React.RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(false);
  useEffect(() => {
    const element = slot.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setFits(element.offsetWidth > 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, [slot]);
  return fits;
}
