import { entitiesOf } from './entities.ts';
import { readCard } from './jcard.ts';
import { isObject, type JsonObject, lineIn, lineOf, linesIn, listIn, objectsIn } from './json-values.ts';

/** RDAP's event actions (RFC 9083 section 10.2.3) and the WHOIS field for each. */
const events = new Map([
  ['registration', 'Creation Date'],
  ['last changed', 'Updated Date'],
  ['expiration', 'Registry Expiry Date'],
  ['registrar expiration', 'Registrar Registration Expiration Date'],
]);

const members = new Map([
  ['ldhName', 'Domain Name'],
  ['unicodeName', 'Unicode Name'],
  ['handle', 'Handle'],
  ['name', 'Name'],
  ['type', 'Type'],
  ['startAddress', 'Start Address'],
  ['endAddress', 'End Address'],
  ['startAutnum', 'Start AS Number'],
  ['endAutnum', 'End AS Number'],
  ['country', 'Country'],
  ['parentHandle', 'Parent Handle'],
  ['port43', 'WHOIS Server'],
]);

/** Members about the answer itself, and those rendered elsewhere. */
const skippedMembers = new Set(['objectClassName', 'lang']);

const cardNames = new Map([
  ['fn', 'Name'],
  ['org', 'Organization'],
  ['adr', 'Address'],
  ['tel', 'Phone'],
  ['email', 'Email'],
  ['url', 'URL'],
  ['contact-uri', 'Contact'],
]);
const skippedCardProperties = new Set(['version', 'kind', 'lang']);

const MAX_LINES = 2000;

/**
 * An RDAP object as `Key: value` lines, as in WHOIS: all of its content, in the server's wording and order within each
 * part. The JSON itself is kept as well.
 */
export function renderRdap(object: JsonObject): string {
  const lines = [
    ...plainMembers(object),
    ...listLines(object, 'status', 'Status'),
    ...eventLines(object),
    ...entityLines(object),
    ...nameServerLines(object),
    ...secureDnsLines(object),
    ...listLines(object, 'cidr0_cidrs', 'CIDR'),
    ...redactedLines(object),
    ...textLines(object, 'remarks'),
    ...textLines(object, 'notices'),
  ];
  return lines.slice(0, MAX_LINES).join('\n');
}

function plainMembers(object: JsonObject): string[] {
  const known = [...members.keys()].filter((key) => key in object);
  const others = Object.keys(object).filter((key) => !members.has(key) && !skippedMembers.has(key));
  return [...known, ...others].flatMap((key) => {
    const value = lineIn(object, key);
    return value === null ? [] : [`${members.get(key) ?? lineOf(key) ?? ''}: ${value}`];
  });
}

function listLines(object: JsonObject, key: string, label: string): string[] {
  return listIn(object, key).flatMap((value) => {
    const text = isObject(value) ? cidr(value) : lineOf(value);
    return text === null ? [] : [`${label}: ${text}`];
  });
}

/** The network as prefixes, from the `cidr0` extension of the regional registries. */
function cidr(value: JsonObject): string | null {
  const prefix = lineIn(value, 'v4prefix') ?? lineIn(value, 'v6prefix');
  return prefix === null ? null : `${prefix}/${lineIn(value, 'length')}`;
}

function eventLines(object: JsonObject): string[] {
  return objectsIn(object, 'events').flatMap((event) => {
    const [action, date] = [lineIn(event, 'eventAction'), lineIn(event, 'eventDate')];
    return action === null || date === null ? [] : [`${events.get(action.toLowerCase()) ?? capital(action)}: ${date}`];
  });
}

function entityLines(object: JsonObject): string[] {
  return entitiesOf(object).flatMap(({ role, entity }) => {
    const label = capital(role);
    const ids = objectsIn(entity, 'publicIds').map(
      (id) => `${label} ${lineIn(id, 'type')}: ${lineIn(id, 'identifier')}`,
    );
    const handle = lineIn(entity, 'handle');
    const card = readCard(entity).filter(({ name }) => !skippedCardProperties.has(name));
    return [
      ...card.map(
        ({ name, types, value }) =>
          `${label} ${types.includes('fax') ? 'Fax' : (cardNames.get(name) ?? capital(name))}: ${value}`,
      ),
      ...(handle === null ? [] : [`${label} Handle: ${handle}`]),
      ...ids,
    ];
  });
}

function nameServerLines(object: JsonObject): string[] {
  return objectsIn(object, 'nameservers').flatMap((server) => {
    const given = server['ipAddresses'];
    const addresses = isObject(given) ? [...linesIn(given, 'v4'), ...linesIn(given, 'v6')] : [];
    const name = lineIn(server, 'ldhName');
    return name === null ? [] : [`Name Server: ${[name, ...addresses].join(' ')}`];
  });
}

function secureDnsLines(object: JsonObject): string[] {
  const secure = object['secureDNS'];
  if (!isObject(secure)) return [];
  const isSigned = secure['delegationSigned'];
  const state = typeof isSigned === 'boolean' ? [`DNSSEC: ${isSigned ? 'signedDelegation' : 'unsigned'}`] : [];
  const values = (one: JsonObject, keys: readonly string[]) => keys.flatMap((key) => lineIn(one, key) ?? []).join(' ');
  return [
    ...state,
    ...objectsIn(secure, 'dsData').map(
      (ds) => `DS Data: ${values(ds, ['keyTag', 'algorithm', 'digestType', 'digest'])}`,
    ),
    ...objectsIn(secure, 'keyData').map(
      (key) => `Key Data: ${values(key, ['flags', 'protocol', 'algorithm', 'publicKey'])}`,
    ),
  ];
}

/** What is redacted, and why, according to the server (RFC 9537). */
function redactedLines(object: JsonObject): string[] {
  return objectsIn(object, 'redacted').flatMap((one) => {
    const name = isObject(one['name']) ? (lineIn(one['name'], 'description') ?? lineIn(one['name'], 'type')) : null;
    return name === null ? [] : [`Redacted: ${name}`];
  });
}

function textLines(object: JsonObject, key: 'remarks' | 'notices'): string[] {
  return objectsIn(object, key).flatMap((one) => {
    const title = lineIn(one, 'title');
    const text = linesIn(one, 'description');
    const links = objectsIn(one, 'links').flatMap((link) => lineIn(link, 'href') ?? []);
    return ['', ...(title === null ? [] : [`${title}:`]), ...text, ...links];
  });
}

function capital(text: string): string {
  return text.replace(/(?:^|\s)\S/g, (char) => char.toUpperCase());
}
