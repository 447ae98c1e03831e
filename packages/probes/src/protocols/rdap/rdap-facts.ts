import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { isIpv6 } from '@sonde/contract/targets/ipv6';
import { isDatabaseKey } from '../registration/database-key.ts';
import { readDate } from '../registration/dates.ts';
import { readRdapStatus } from '../registration/epp-status.ts';
import {
  type Contact,
  isRedactedValue,
  MAX_ITEMS,
  noFacts,
  type RegistrationFacts,
  shownValue,
} from '../registration/facts.ts';
import { type EntityInRole, entitiesOf } from './entities.ts';
import { cardCountry, cardValue, readCard } from './jcard.ts';
import { isObject, type JsonObject, lineIn, linesIn, objectsIn } from './json-values.ts';

/** The facts in an RDAP object (RFC 9083 section 5). */
export function readRdapFacts(object: JsonObject): RegistrationFacts {
  const entities = entitiesOf(object);
  return {
    ...noFacts,
    handle: shownValue(lineIn(object, 'handle')),
    label: shownValue(lineIn(object, 'name')),
    range: readRange(object),
    country: shownValue(lineIn(object, 'country')),
    registrar: readRegistrar(entities),
    created: eventDate(object, 'registration'),
    updated: eventDate(object, 'last changed'),
    expires: eventDate(object, 'expiration'),
    registrarExpires: eventDate(object, 'registrar expiration'),
    status: [...new Set(linesIn(object, 'status'))].map(readRdapStatus),
    nameServers: readNameServers(object),
    ...readSecureDns(object),
    contacts: contactRoles.flatMap((role) => contactOf(entities, role) ?? []),
    abuse: readAbuse(entities),
    isRedacted: isRedactedObject(object, entities),
  };
}

/** The roles of RFC 9083 section 10.2.4 that are listed as contacts. */
const contactRoles = ['registrant', 'administrative', 'technical', 'billing'];

function readRange(object: JsonObject): string | null {
  const [from, to] = ['startAddress', 'endAddress'].map((key) => lineIn(object, key));
  if (from && to) return `${from} - ${to}`;
  const [first, last] = ['startAutnum', 'endAutnum'].map((key) => lineIn(object, key));
  if (!first) return null;
  return !last || first === last ? `AS${first}` : `AS${first} - AS${last}`;
}

function eventDate(object: JsonObject, action: string): string | null {
  const event = objectsIn(object, 'events').find((one) => lineIn(one, 'eventAction')?.toLowerCase() === action);
  return readDate((event && lineIn(event, 'eventDate')) ?? '');
}

function readRegistrar(entities: readonly EntityInRole[]): RegistrationFacts['registrar'] {
  const entity = entities.find(({ role, depth }) => role === 'registrar' && depth === 0)?.entity;
  if (entity === undefined) return null;
  const card = readCard(entity);
  const name = shownValue(cardValue(card, 'fn') ?? cardValue(card, 'org') ?? lineIn(entity, 'handle'));
  if (name === null) return null;
  const id = objectsIn(entity, 'publicIds').find((one) => /iana/i.test(lineIn(one, 'type') ?? ''));
  const about = objectsIn(entity, 'links').find((one) => lineIn(one, 'rel') === 'about');
  const url = (about && lineIn(about, 'href')) ?? lineIn(entity, 'url') ?? cardValue(card, 'url');
  return { name, ianaId: shownValue(id && lineIn(id, 'identifier')), url: shownValue(url) };
}

function readNameServers(object: JsonObject): RegistrationFacts['nameServers'] {
  return objectsIn(object, 'nameservers')
    .slice(0, MAX_ITEMS)
    .flatMap((server) => {
      const name = lineIn(server, 'ldhName')?.toLowerCase().replace(/\.$/, '');
      const given = server['ipAddresses'];
      const addresses = isObject(given) ? [...linesIn(given, 'v4'), ...linesIn(given, 'v6')] : [];
      const shown = addresses.filter((address) => isIpv4(address) || isIpv6(address));
      return name ? [{ name, addresses: shown }] : [];
    });
}

function readSecureDns(object: JsonObject): Pick<RegistrationFacts, 'dnssec' | 'ds'> {
  const secure = object['secureDNS'];
  if (!isObject(secure)) return { dnssec: null, ds: [] };
  const ds = objectsIn(secure, 'dsData').flatMap((one) => {
    const parts = ['keyTag', 'algorithm', 'digestType', 'digest'].map((key) => lineIn(one, key));
    return parts.includes(null) ? [] : [parts.join(' ').toUpperCase()];
  });
  const isSigned = secure['delegationSigned'];
  if (ds.length > 0 || isSigned === true) return { dnssec: 'signed', ds };
  return { dnssec: isSigned === false ? 'unsigned' : null, ds };
}

function contactOf(entities: readonly EntityInRole[], wanted: string): Contact | null {
  const inRole = entities.flatMap(({ role, depth, entity }) => (role === wanted && depth === 0 ? [entity] : []));
  const people = inRole.filter((entity) => !isMaintainer(entity));
  const entity = people.find((one) => cardValue(readCard(one), 'kind') === 'org') ?? people[0];
  return entity === undefined ? null : readContact(entity, wanted);
}

const MAINTAINER = /(?:^(?:mnt|maint)-|-(?:mnt|maint)$)/i;

/**
 * RIPE lists the maintainers of an object, the accounts that may change it, among its registrants (a known issue of its
 * implementation, RIPE-NCC/whois#557). Their only name is their database key, and some have no jCard at all.
 */
function isMaintainer(entity: JsonObject): boolean {
  const handle = lineIn(entity, 'handle');
  if (handle === null) return false;
  const card = readCard(entity);
  const namedByKey = cardValue(card, 'fn')?.toLowerCase() === handle.toLowerCase();
  return MAINTAINER.test(handle) || (namedByKey && cardValue(card, 'kind') !== 'org');
}

function readContact(entity: JsonObject, role: string): Contact | null {
  const card = readCard(entity);
  const read = (name: string) => shownValue(cardValue(card, name));
  const [fn, organization] = [read('fn'), read('org')];
  // Organizations may have their name in `fn` or `org`; some cards give their kind (RFC 6350 section 6.1.4).
  const isOrganization = read('kind') === 'org';
  const contact = {
    name: isOrganization || fn === organization ? null : nameOrNull(fn),
    organization: nameOrNull(organization ?? (isOrganization ? fn : null)),
    email: read('email'),
    phone: read('tel'),
    country: shownValue(cardCountry(entity)),
  };
  return Object.values(contact).some((value) => value !== null) ? { role, ...contact } : null;
}

/** Null for a key of the registry's database in place of a name. */
function nameOrNull(text: string | null): string | null {
  return text === null || isDatabaseKey(text) ? null : text;
}

/** For a domain the abuse contact is inside the registrar, for a network at the top or inside its organization. */
function readAbuse(entities: readonly EntityInRole[]): RegistrationFacts['abuse'] {
  const entity = entities.find(({ role }) => role === 'abuse')?.entity;
  const card = entity === undefined ? [] : readCard(entity);
  const [email, phone] = [shownValue(cardValue(card, 'email')), shownValue(cardValue(card, 'tel'))];
  return email === null && phone === null ? null : { email, phone };
}

/** Redaction is marked by an extension (RFC 9537), by remarks (RFC 9083 section 10.2.1), or by the value itself. */
function isRedactedObject(object: JsonObject, entities: readonly EntityInRole[]): boolean {
  const all = [object, ...entities.map(({ entity }) => entity)];
  return (
    objectsIn(object, 'redacted').length > 0 ||
    all.some((one) =>
      objectsIn(one, 'remarks').some((remark) =>
        /redacted|truncated due to auth/i.test(lineIn(remark, 'type') ?? lineIn(remark, 'title') ?? ''),
      ),
    ) ||
    entities.some(({ entity }) => readCard(entity).some(({ value }) => isRedactedValue(value)))
  );
}
