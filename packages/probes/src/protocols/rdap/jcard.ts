import { isObject, type JsonObject, lineOf, listIn } from './json-values.ts';

/** One property of a jCard: its name and its values as lines. */
export interface CardProperty {
  readonly name: string;
  /** Such as `voice` or `fax` (RFC 6350 section 6.4.1); empty if not given. */
  readonly types: readonly string[];
  readonly value: string;
}

const MAX_PROPERTIES = 64;

/** The properties of an entity's jCard (RFC 7095) that have a value; structured values are joined by commas. */
export function readCard(entity: JsonObject): readonly CardProperty[] {
  const [word, properties] = listIn(entity, 'vcardArray');
  if (word !== 'vcard' || !Array.isArray(properties)) return [];
  return properties.slice(0, MAX_PROPERTIES).flatMap((property) => readProperty(property) ?? []);
}

function readProperty(property: unknown): CardProperty | null {
  if (!Array.isArray(property)) return null;
  const [name, parameters, , ...values] = property as readonly unknown[];
  const parts = values.flatMap((value) => (Array.isArray(value) ? value.flat() : [value]));
  const texts = parts.flatMap((part) => lineOf(part) ?? []);
  const given = isObject(parameters) ? parameters : {};
  // An address may be given by its label only (RFC 6350 section 6.3.1).
  const value = texts.join(', ') || lineOf(given['label']);
  const types = [given['type']].flat().flatMap((type) => lineOf(type)?.toLowerCase() ?? []);
  return typeof name === 'string' && value !== null ? { name: name.toLowerCase(), types, value: plain(value) } : null;
}

/** Phone numbers and e-mail addresses may be URIs (RFC 3966, RFC 6068). */
function plain(value: string): string {
  return value.replace(/^(?:tel|mailto):/i, '');
}

/** The value of a property, preferably not a fax number; null if there is none. */
export function cardValue(card: readonly CardProperty[], name: string): string | null {
  const found = card.filter((property) => property.name === name);
  return (found.find(({ types }) => !types.includes('fax')) ?? found[0])?.value ?? null;
}

/** The country is the last part of the address (RFC 6350 section 6.3.1); its code may be a parameter (RFC 8605). */
export function cardCountry(entity: JsonObject): string | null {
  const [, properties] = listIn(entity, 'vcardArray');
  if (!Array.isArray(properties)) return null;
  const address = properties.find((property) => Array.isArray(property) && property[0] === 'adr');
  if (!Array.isArray(address)) return null;
  const code = isObject(address[1]) ? lineOf(address[1]['cc']) : null;
  const parts: unknown = address[3];
  return code ?? (Array.isArray(parts) ? lineOf(parts[6]) : null);
}
