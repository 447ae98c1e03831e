import tzLookup from '@photostructure/tz-lookup';

/** The time zone at a position, by its name in the IANA database; null if unknown. */
export function zoneAt(latitude: number, longitude: number): string | null {
  try {
    return tzLookup(latitude, longitude);
  } catch {
    return null;
  }
}

export interface ZoneTime {
  /** `+02:00` */
  readonly offset: string;
  /** `2026-11-21T20:31:05+02:00` */
  readonly time: string;
}

/** Cached: creating a formatter takes a hundred times as long as using it, and there are about four hundred zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The local time in a zone; null for a zone that this runtime does not know. */
export function timeIn(zone: string, now: Date): ZoneTime | null {
  const formatter = formatters.get(zone) ?? makeFormatter(zone);
  if (formatter === null) return null;
  const parts = Object.fromEntries(formatter.formatToParts(now).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second, timeZoneName = '' } = parts;
  // UTC itself is written without an offset.
  const offset = timeZoneName === 'GMT' ? '+00:00' : timeZoneName.replace('GMT', '');
  return { offset, time: `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}` };
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    const two = '2-digit';
    const formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
    formatters.set(timeZone, formatter);
    return formatter;
  } catch {
    return null;
  }
}
