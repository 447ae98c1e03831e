import type { Finding } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import { gapsInWords } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import type { geo } from '../contract.ts';
import { anycastBlockOf } from '../data/anycast-blocks.ts';
import type { geoExplanations } from '../explanations.ts';

interface GeoFinding extends Finding {
  readonly code: keyof typeof geoExplanations;
}

/** Kilometres. A position with a larger radius only identifies a region or a country. */
const ROUGH_KM = 100;

/** The findings on a location: what kind of address it is, how far the source can be trusted, what is missing. */
export function geoFindings(answer: Unjudged<typeof geo>): GeoFinding[] {
  if (answer.specialUse !== null) return [...specialUseFindings(answer), ...gapFindings(answer)];
  return [...placeFindings(answer), ...gapFindings(answer)];
}

function specialUseFindings({ target, geoIp, specialUse }: Unjudged<typeof geo>): GeoFinding[] {
  if (specialUse === null) return [];
  const about = 'records' in geoIp ? geoIp.records.ip : target;
  const { prefix, name, source } = specialUse;
  const evidence = `${about} is in ${prefix}: ${name} (${source}).`;
  const special: GeoFinding = { code: 'special-use-address', state: 'note', about, evidence, fix: null };
  if (/anycast/i.test(name)) return [special, { ...special, code: 'anycast-address' }];
  return [special, ...anycastFindings(about)];
}

function anycastFindings(about: string): GeoFinding[] {
  const block = anycastBlockOf(about);
  if (block === null) return [];
  const evidence = `${about} is in ${block.prefix} of ${block.operator} (${block.source}).`;
  return [{ code: 'anycast-address', state: 'note', about, evidence, fix: null }];
}

function placeFindings({ geoIp, addresses, target }: Unjudged<typeof geo>): GeoFinding[] {
  const place =
    'records' in geoIp
      ? { ...geoIp.records, about: geoIp.records.ip, radius: geoIp.records.accuracyRadius ?? null, hosting: null }
      : { ...geoIp, countryName: geoIp.country, about: geoIp.query, radius: null };
  const { about, countryCode, countryName, radius, hosting } = place;
  const found: GeoFinding[] = [];
  const add = (code: GeoFinding['code'], state: GeoFinding['state'], evidence: string, fix: string | null = null) =>
    found.push({ code, state, about, evidence, fix });
  if (countryCode === null) {
    const fix = 'Look up its registration in WHOIS, which gives the holder’s country.';
    add('location-unknown', 'unknown', `No source knows the country of ${about}.`, fix);
  } else {
    const source = 'records' in geoIp ? 'The database' : 'The geolocation service';
    const place = countryName === null ? countryCode : `${countryName} (${countryCode})`;
    const isAnycast = anycastBlockOf(about) !== null;
    const evidence = `${source} places ${about} in ${place}${isAnycast ? ', but the address is used at many places' : ''}.`;
    add('location-known', isAnycast ? 'note' : 'good', evidence);
    found.push(...anycastFindings(about));
  }
  if (radius !== null && radius > ROUGH_KM) {
    add('location-rough', 'note', `The accuracy radius of ${about} is ${radius} km.`);
  }
  if (hosting === true)
    add('hosting-address', 'note', `According to the database, ${about} is an address of a hosting provider.`);
  if (addresses.length > 1) {
    const others = counted(addresses.length - 1, 'other address', 'other addresses');
    add('several-addresses', 'note', `${target} has ${others} besides ${about}.`, 'Look up the other addresses, too.');
  }
  return found;
}

function gapFindings({ target: about, gaps }: Unjudged<typeof geo>): GeoFinding[] {
  if (gaps.length === 0) return [];
  const fix = 'Look it up again later.';
  // Reverse zones are often neglected, and nothing about the location depends on them.
  const state = gaps.every(({ part }) => part === 'hostname') ? 'note' : 'unknown';
  return [{ code: 'location-incomplete', state, about, evidence: gapsInWords(gaps), fix }];
}
