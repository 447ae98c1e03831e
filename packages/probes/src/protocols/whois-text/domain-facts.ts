import type { NumericDates } from '../registration/dates.ts';
import { isRedactedValue, noFacts, type RegistrationFacts, shownValue } from '../registration/facts.ts';
import { readAbuse } from './abuse.ts';
import { isWithheldHolder, readContacts } from './contacts.ts';
import { readDnssec } from './dnssec.ts';
import { fieldNames, roles } from './field-names.ts';
import { type Field, firstOf, valuesOf } from './fields.ts';
import { readDates, readStates } from './lifecycle.ts';
import { readNameServers } from './name-servers.ts';
import { type DatabaseObject, findObject, splitObjects } from './objects.ts';

const expiryNames: readonly string[] = fieldNames.expires;

/** What is known about the server that wrote a reply. */
interface WrittenBy {
  readonly order: NumericDates;
  readonly server: string;
}

/** Reads the facts about a domain from a WHOIS text, as far as its layout and field names are known. */
export function readDomainFacts(
  written: readonly Field[],
  text: string,
  { order, server }: WrittenBy,
): RegistrationFacts {
  // .lv ends with a section about its database.
  const all = written.filter(({ section }) => section !== 'whois' && section !== 'disclaimer');
  // Fields about the registrar or a contact do not describe the domain.
  const fields = all.filter(({ section }) => !section?.startsWith('registrar'));
  const { own: ownAndSections, objects } = splitObjects(fields);
  const own = ownAndSections.filter(({ section }) => !isContactSection(section));
  return {
    ...noFacts,
    handle: shownValue(firstOf(own, fieldNames.handle)?.value),
    country: readCountry(own),
    registrar: readRegistrar(all, server),
    ...readDates(own, order),
    status: readStates(own),
    nameServers: readNameServers(fields),
    ...readDnssec(fields, text),
    contacts: readContacts(ownAndSections, objects),
    abuse: readAbuse(all),
    // A date that does not apply (`Expiry Date: N/A`) is not withheld.
    isRedacted: fields.some(
      ({ key, value }) =>
        (isRedactedValue(value) && !expiryNames.includes(key)) || (key === 'registrant' && isWithheldHolder(value)),
    ),
  };
}

/** Contact sections have their own states and dates (.ua, .it, .mx), except the holder section of .hk. */
function isContactSection(section: string | null): boolean {
  return section !== null && section !== 'registrant contact information' && Object.hasOwn(roles, section);
}

/** Read only from the domain object itself: each contact has a country, too. */
function readCountry(fields: readonly Field[]): string | null {
  const own = firstOf(fields, ['domain', 'domain name']);
  const near = fields.filter(({ block, section }) => block === own?.block && section === null);
  return shownValue(firstOf(near, fieldNames.country)?.value);
}

const insideNames = [
  ['organization name', 'organisation', 'organization', 'name', 'registrar name', 'registrar'],
  ['url', 'website', 'web', 'www', 'registration url'],
] as const;

/** The registrar is given by name, in a section, or as the key of an object (.sk, .fr). */
function readRegistrar(all: readonly Field[], server: string): RegistrationFacts['registrar'] {
  const inside = all.filter(({ section }) => section === 'registrar' || section === 'registrar information');
  const { own, objects } = splitObjects(all.filter(({ section }) => !section?.startsWith('registrar')));
  const written = firstOf(own, fieldNames.registrar)?.value;
  const object = registrarObject(objects, written);
  const [names, urls] = insideNames.map((keys) => valuesOf(inside, keys)[0] ?? valuesOf(object?.fields ?? [], keys)[0]);
  const value = names ?? written ?? object?.id;
  const name = shownValue(value?.replace(/\s*\[Tag = [^\]]*\]|\s*\(\s*https?:\/\/[^)]*\)/gi, ''));
  if (name === null) return null;
  const url =
    valuesOf(
      own.filter((field) => !isOwnSite(field, server)),
      fieldNames.registrarUrl,
    )[0] ??
    urls ??
    valuesOf(object?.fields ?? [], ['registrar website'])[0] ??
    /\((https?:\/\/[^)]*)\)/i.exec(value ?? '')?.[1];
  const ianaId = shownValue(valuesOf(own, fieldNames.registrarId)[0]);
  return { name, ianaId, url: url?.includes('.') === true ? shownValue(url) : null };
}

/** A registry that names its own website as the one to visit (.uz), not the registrar's. */
function isOwnSite({ key, value }: Field, server: string): boolean {
  const host = /^https?:\/\/(?:www\.)?([^/:]+)/i.exec(value)?.[1]?.toLowerCase();
  return key === 'referral url' && host !== undefined && server.toLowerCase() === `whois.${host}`;
}

function registrarObject(objects: readonly DatabaseObject[], id: string | undefined): DatabaseObject | null {
  const registrars = objects.filter(({ type }) => type === 'registrar');
  return id === undefined ? (registrars[0] ?? null) : findObject(registrars, id);
}
