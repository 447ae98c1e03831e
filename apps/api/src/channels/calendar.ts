/** Something that ends, with the watch that has found it. */
export interface CalendarEnd {
  /** The same as long as the same thing ends, so that a calendar shows it once. */
  readonly id: string;
  readonly summary: string;
  readonly endsMs: number;
  readonly url: string;
}

/** RFC 5545, section 3.1: lines have at most 75 octets without their break. */
const MAX_LINE_OCTETS = 75;
const WARNING_DAYS = 7;

/** The ends as a calendar (RFC 5545). */
export function calendarOf(ends: readonly CalendarEnd[], brand: string, nowMs: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sonde//Watches//EN',
    'METHOD:PUBLISH',
    property('X-WR-CALNAME', `${brand}: ends`),
    ...ends.flatMap((end) => event(end, nowMs)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function event({ id, summary, endsMs, url }: CalendarEnd, nowMs: number): string[] {
  return [
    'BEGIN:VEVENT',
    property('UID', id),
    `DTSTAMP:${utc(nowMs)}`,
    `DTSTART:${utc(endsMs)}`,
    property('SUMMARY', summary),
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    property('DESCRIPTION', summary),
    `TRIGGER:-P${WARNING_DAYS}D`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const CONTROLS = /[\p{Cc}\p{Cs}]+/gu;

/** A property whose value is text (RFC 5545, section 3.3.11): nothing in it ends the line or begins another property. */
function property(name: string, text: string): string {
  const escaped = text.replace(CONTROLS, ' ').replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,');
  return `${name}:${escaped}`;
}

/** Long lines continue after a break and a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > MAX_LINE_OCTETS) {
      parts.push(part);
      [part, octets] = [' ', 1];
    }
    part += character;
    octets += more;
  }
  return [...parts, part].join('\r\n');
}
