import type { DrawnElement, Picture } from '../../pictures/drawing.ts';
import { dayOf } from '../../pictures/lifeline.ts';
import { type Station, stations } from '../../pictures/stations.ts';
import { counted } from '../../text/counted.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { whois } from './contract.ts';
import { deletionState } from './findings/status.ts';

type WhoisRead = Pick<ReadAnswerOf<typeof whois>, 'registration' | 'rdap'>;

interface Moment {
  readonly at: number;
  readonly stop: Station;
}

export function whoisPictures(answer: ReadAnswerOf<typeof whois>): readonly Picture[] {
  const drawing = registrationPicture(answer, Date.parse(answer.checkedAt ?? ''));
  return drawing === null ? [] : [{ title: 'The registration over time', drawing }];
}

/** What is known of a domain's registration in time, with the time between. Null with fewer than two dates. */
export function registrationPicture(answer: WhoisRead, now: number): DrawnElement | null {
  const stops = registrationStations(answer, now);
  return stops.length < 3 ? null : stations('The registration over time', stops);
}

/** The dates in order. What follows the expiry depends on the registry, and is shown only if its status tells it. */
export function registrationStations({ registration, rdap }: WhoisRead, now: number): readonly Station[] {
  const { kind, state, created, updated, expires, registrarExpires } = registration;
  if (kind !== 'domain' || state !== 'registered' || !Number.isFinite(now)) return [];
  const deleted = deletionState(registration);
  const end = (title: string, iso: string | null) => momentOf(title, iso, (at) => (at < now ? 'bad' : 'plain'));
  const isOtherDay =
    registrarExpires !== null && dayOf(Date.parse(registrarExpires)) !== dayOf(Date.parse(expires ?? ''));
  const moments = [
    momentOf('Created', created),
    momentOf('Transferred', transferredAt(rdap)),
    momentOf('Last changed', updated),
    {
      at: now,
      stop: {
        state: deleted === null ? 'now' : 'bad',
        title: 'Today',
        texts: [dayOf(now), ...(deleted === null ? [] : [deleted])],
      },
    },
    end(isOtherDay ? 'Expires at the registry' : 'Expires', expires),
    isOtherDay ? end('Expires at the registrar', registrarExpires) : null,
  ] satisfies readonly (Moment | null)[];
  const known = moments.filter((one) => one !== null).toSorted((a, b) => a.at - b.at);
  return known.map(({ at, stop }, index) => {
    const before = known[index - 1];
    return before === undefined ? stop : { ...stop, onWay: spanText(at - before.at) };
  });
}

function momentOf(
  title: string,
  iso: string | null,
  stateAt: (at: number) => Station['state'] = () => 'plain',
): Moment | null {
  const at = Date.parse(iso ?? '');
  return Number.isNaN(at) ? null : { at, stop: { state: stateAt(at), title, texts: [dayOf(at)] } };
}

/** The last of the events that the registry calls a transfer (RFC 9083 section 10.2.3). */
function transferredAt(rdap: WhoisRead['rdap']): string | null {
  const events = Array.isArray(rdap?.['events']) ? (rdap['events'] as readonly unknown[]) : [];
  const dates = events.flatMap((event) => {
    const { eventAction, eventDate } = (event ?? {}) as {
      readonly eventAction?: unknown;
      readonly eventDate?: unknown;
    };
    return eventAction === 'transfer' && typeof eventDate === 'string' ? eventDate : [];
  });
  return dates.toSorted().at(-1) ?? null;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
/** Up to two years, days are what people count in. */
const MOST_DAYS = 730;

function spanText(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  if (days < 1) return 'less than a day';
  return days <= MOST_DAYS ? counted(days, 'day') : counted(Math.floor(days / YEAR_DAYS), 'year');
}
