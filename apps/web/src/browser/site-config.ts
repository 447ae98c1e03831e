import type { Installation } from '@sonde/contract/installation';

/** The frame of an ad slot; see SONDE_ADS. */
export interface AdFrame {
  readonly src: string;
}

/** The ads that SONDE_ADS configures. */
export interface SiteAds {
  readonly banner?: AdFrame | undefined;
  readonly native?: AdFrame | undefined;
  /** Loaded on the IP tracker's page only, and only after consent. */
  readonly scripts?: readonly string[] | undefined;
}

/** The place of an ad; `placeholder` is the labelled box of installations without ads. */
export type AdSlotName = 'banner' | 'native' | 'placeholder';

/** Accounts in a Firebase project, with its public settings. */
export interface HostedAccounts {
  readonly provider: 'firebase';
  readonly firebase: Readonly<Record<string, string>>;
  /** Address of an auth emulator; null for the real service. */
  readonly emulator: string | null;
}

/** Settings of the installation; the same for every visitor. */
export interface SiteConfig {
  readonly brand: string;
  readonly contactEmail: string;
  readonly ads: SiteAds | null;
  readonly adSlots: readonly AdSlotName[];
  readonly googleMapsKey: string | null;
  readonly tileUrl: string | null;
  readonly accounts: { readonly provider: 'embedded' } | HostedAccounts;
  /** Ids of the tools that are turned off; see SONDE_TOOLS_OFF. */
  readonly toolsOff: readonly string[];
  /** How many days a result is kept without an account; 0 or absent: results cannot be kept. See SONDE_SNAPSHOT_DAYS. */
  readonly snapshotDays?: number;
  /** Whether agents may connect, so that there may be places to ask; absent if not. See SONDE_PLACES. */
  readonly places?: boolean;
  /** Facts for the privacy page; null if the server has not sent them. */
  readonly installation: Installation | null;
}

/** The element into which the server writes the configuration when it starts. */
const CONFIG_ELEMENT_ID = 'sonde-config';

/** Placeholders in the prerendered pages, which the server fills in. */
const placeholders: SiteConfig = {
  brand: '%SONDE_BRAND%',
  contactEmail: '%SONDE_CONTACT_EMAIL%',
  ads: null,
  // The server removes the slots without an ad.
  adSlots: ['banner', 'native', 'placeholder'],
  googleMapsKey: null,
  tileUrl: null,
  accounts: { provider: 'embedded' },
  // The server removes these tools from the menu.
  toolsOff: [],
  // The server removes the choice of places if it has none.
  places: true,
  installation: null,
};

/** For tests, which have no such element, and for a development server whose API does not answer. */
const defaults: SiteConfig = {
  ...placeholders,
  brand: 'Sonde',
  contactEmail: 'contact@example.com',
  adSlots: ['placeholder'],
  places: false,
};

/** Read before hydration, so that the first render equals the prerendered page. */
function readSiteConfig(): SiteConfig {
  if (import.meta.env.SSR && import.meta.env.PROD) return placeholders;
  const text = document.getElementById(CONFIG_ELEMENT_ID)?.textContent ?? '';
  return text.startsWith('{') ? { ...defaults, ...(JSON.parse(text) as Partial<SiteConfig>) } : defaults;
}

export const siteConfig: SiteConfig = readSiteConfig();
