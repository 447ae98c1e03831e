import type { FastifyInstance } from 'fastify';
import type { AccountSettings } from '../accounts/settings.ts';
import type { Config } from '../config.ts';
import { JSON_TYPE } from '../http/request-failure.ts';
import { describeInstallation } from './installation.ts';

/** The part of the configuration that pages need; all of it is public. */
export function siteConfig(config: Config) {
  const { brand, contactEmail, ads, googleMapsKey, tileUrl, accounts, snapshotDays, hasPlaces } = config;
  return {
    brand,
    contactEmail,
    ads: ads === 'off' ? null : ads,
    adSlots: adSlotsOf(config),
    googleMapsKey,
    tileUrl,
    accounts: siteAccounts(accounts),
    toolsOff: [...config.toolsOff],
    snapshotDays,
    // Pages of servers without places do not pay for it.
    ...(hasPlaces && { places: true }),
    installation: describeInstallation(config),
  };
}

/** The ad slots of a page; `placeholder` is the labelled box of installations without ads. */
export type AdSlotName = 'banner' | 'native' | 'placeholder';

function adSlotsOf({ ads }: Pick<Config, 'ads'>): readonly AdSlotName[] {
  if (ads === null) return ['placeholder'];
  return ads === 'off' ? [] : (['banner', 'native'] as const).filter((slot) => ads[slot] !== undefined);
}

/** Returns JSON that is safe inside a script element, which only `<` can end (HTML section 4.12.1.3). */
export function siteConfigJson(config: Config): string {
  return JSON.stringify(siteConfig(config)).replaceAll('<', '\\u003c');
}

/** Serves the settings to the web's development server, which serves the pages without filling them in. */
export function registerSiteConfig(app: FastifyInstance, config: Config): void {
  const json = siteConfigJson(config);
  app.get('/api/site-config', (_request, reply) => reply.type(JSON_TYPE).send(json));
}

/** The account settings that pages need; the settings of a Firebase project are public. */
function siteAccounts({ firebase, firebaseEmulator }: AccountSettings) {
  return firebase === null ? { provider: 'embedded' } : { provider: 'firebase', firebase, emulator: firebaseEmulator };
}
