import { cleanText } from '../whois-text/clean-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Of lists in answers; honest ones have a tenth. */
const MAX_ITEMS = 256;

/*
 * Servers leave out what RFC 9083 asks for, and write numbers as texts: these readers take what is there, and anything
 * of another type for absent.
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

/** A text or number as one clean line; null for anything else, and for nothing. */
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
