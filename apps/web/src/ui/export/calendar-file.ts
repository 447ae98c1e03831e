const SECOND_MS = 1000;
/** RFC 5545 section 3.1, without the line break. */
const MAX_LINE_OCTETS = 75;

/** An event at which something ends, with a reminder before it. */
export interface CalendarEvent {
  /** Equal for repeated exports, so that a second import replaces the first. */
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly url: string;
  readonly at: Date;
  readonly remindDaysBefore: readonly number[];
}

/** One event as an iCalendar file (RFC 5545). Names in it may be hostile: every text is escaped. */
export function toCalendarFile(event: CalendarEvent, now: Date): string {
  const summary = asText(event.summary);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sonde//Sonde//EN',
    'BEGIN:VEVENT',
    `UID:${asText(event.uid)}`,
    `DTSTAMP:${asTime(now)}`,
    `DTSTART:${asTime(event.at)}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${asText(event.description)}`,
    `URL:${event.url.replace(CONTROLS, '')}`,
    'TRANSP:TRANSPARENT',
    ...event.remindDaysBefore.flatMap((days) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${summary}`,
      `TRIGGER:-P${days}D`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Not allowed in a value (RFC 5545 section 3.1). */
const CONTROLS = /[\u0000-\u001f\u007f]/g;

function asText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(CONTROLS, '');
}

/** `20261229T235959Z` */
function asTime(date: Date): string {
  const whole = new Date(Math.floor(date.getTime() / SECOND_MS) * SECOND_MS);
  return whole.toISOString().replace(/[-:]|\.000/g, '');
}

/** A long line continues on the next one after a space; characters are never split. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
