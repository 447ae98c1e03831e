import type { Zone, ZoneRecord } from './zone.ts';

const MINUTE_MS = 60_000;

/**
 * A zone whose mail server has another name each minute, so that a watch of it has something to tell. `apex` makes the
 * records of its apex, with this serial number; `now` is in milliseconds since 1970.
 */
export function changingZone(
  name: string,
  apex: (serial: number) => readonly ZoneRecord[],
  address: string,
  now: () => number = Date.now,
): Zone {
  return {
    name,
    get records(): readonly ZoneRecord[] {
      const minute = Math.floor(now() / MINUTE_MS);
      const time = new Date(minute * MINUTE_MS).toISOString().slice(11, 16).replace(':', '');
      return [
        // Serial numbers have 32 bits (RFC 1982).
        ...apex(minute % 2 ** 32),
        ['@', 'A', address],
        ['@', 'MX', { preference: 10, exchange: `mail-${time}.${name}` }],
        ['*', 'A', address],
      ];
    },
  };
}
