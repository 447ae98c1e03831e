import type { Installation } from '@sonde/contract/installation';

/** An ad slot's frame; see SONDE_ADS. */
export interface AdFrame {
  readonly src: string;
}

/** What SONDE_ADS opened. */
export interface SiteAds {
  readonly banner?: AdFrame | undefined;
  readonly native?: AdFrame | undefined;
  /** Loaded on the IP tracker's page only, and only after consent. */
  readonly scripts?: readonly string[] | undefined;
}

/** Where a page has room for ads; `placeholder` is the labelled box of those who have configured nothing. */
export type AdSlotName = 'banner' | 'native' | 'placeholder';

/** Accounts that live in a Firebase project, by its public settings. */
export interface HostedAccounts {
  readonly provider: 'firebase';
  readonly firebase: Readonly<Record<string, string>>;
  /** Address of an auth emulator; null for the real service. */
  readonly emulator: string | null;
}

/** What the operator of this deployment has set; the same for every visitor. */
export interface SiteConfig {
  readonly brand: string;
  readonly contactEmail: string;
  readonly ads: SiteAds | null;
  readonly adSlots: readonly AdSlotName[];
  readonly googleMapsKey: string | null;
  readonly tileUrl: string | null;
  readonly accounts: { readonly provider: 'embedded' } | HostedAccounts;
  /** For the privacy page, which has the words around it; null where the server has not said. */
  readonly installation: Installation | null;
}

/** The element the server writes the configuration into, once, when it starts. */
const CONFIG_ELEMENT_ID = 'sonde-config';

/** What stands in the prerendered pages until the server fills it in. */
const placeholders: SiteConfig = {
  brand: '%SONDE_BRAND%',
  contactEmail: '%SONDE_CONTACT_EMAIL%',
  ads: null,
  // The server takes those out that it has no ads for.
  adSlots: ['banner', 'native', 'placeholder'],
  googleMapsKey: null,
  tileUrl: null,
  accounts: { provider: 'embedded' },
  installation: null,
};

/** For tests, where nobody fills the element, and for a development server whose API does not answer. */
const defaults: SiteConfig = {
  ...placeholders,
  brand: 'Sonde',
  contactEmail: 'contact@example.com',
  adSlots: ['placeholder'],
};

/** Reads the element before the page is hydrated, so that both sides say the same. */
function readSiteConfig(): SiteConfig {
  if (import.meta.env.SSR && import.meta.env.PROD) return placeholders;
  const text = document.getElementById(CONFIG_ELEMENT_ID)?.textContent ?? '';
  return text.startsWith('{') ? { ...defaults, ...(JSON.parse(text) as Partial<SiteConfig>) } : defaults;
}

export const siteConfig: SiteConfig = readSiteConfig();
