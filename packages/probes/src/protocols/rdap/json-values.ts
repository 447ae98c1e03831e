import { cleanText } from '../whois-text/clean-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Limit for lists; real answers have a tenth of that. */
const MAX_ITEMS = 256;

/*
 * Servers leave out members that RFC 9083 requires, and write numbers as strings. These functions read what is there and
 * treat values of another type as absent.
 */

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listIn(object: JsonObject, key: string): readonly unknown[] {
  const value = object[key];
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

export function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  return listIn(object, key).filter(isObject);
}

/** A string, number or boolean as one clean line; null for anything else, and for an empty line. */
export function lineOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  return cleanText(value).replace(/\s+/g, ' ').trim() || null;
}

export function lineIn(object: JsonObject, key: string): string | null {
  return lineOf(object[key]);
}

export function linesIn(object: JsonObject, key: string): readonly string[] {
  return listIn(object, key).flatMap((value) => lineOf(value) ?? []);
}
