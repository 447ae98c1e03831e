// pictures/: the way of mail, and the lookups of SPF, for web pages and reports.

import type { CheckResult } from '../../../finding/check-result.ts';
import type { DrawnElement } from '../../../pictures/drawing.ts';
import { markOfVerdict } from '../../../pictures/mark.ts';
import { type Station, stations } from '../../../pictures/stations.ts';
import type { Reading } from '../../../reading.ts';

type Check = Reading<typeof CheckResult>;

interface Checked {
  readonly domain?: string | undefined;
  readonly checks?: readonly Check[] | undefined;
}

/** What receivers check of mail from the domain, in the order in which they do. */
const FROM = ['spf', 'dkim', 'dmarc'];
/** What senders of mail to the domain go through. */
const TO = ['mx', 'starttls', 'dane', 'mta-sts'];

/** Mail in the name of the domain, past the checks of its receivers. Null while nothing is judged. */
export function sentMailPicture({ domain, checks = [] }: Checked): DrawnElement | null {
  const stops = stopsOf(checks, FROM);
  if (stops.length === 0) return null;
  return stations('Mail from the domain', [end(`Mail from ${domain ?? 'the domain'}`), ...stops, end('Receivers')]);
}

/** Mail to the domain. Null while nothing is judged. */
export function receivedMailPicture({ domain, checks = [] }: Checked): DrawnElement | null {
  const stops = stopsOf(checks, TO);
  if (stops.length === 0) return null;
  return stations('Mail to the domain', [end('Senders'), ...stops, end(`Mail servers of ${domain ?? 'the domain'}`)]);
}

const end = (title: string): Station => ({ state: 'plain', title });

function stopsOf(checks: readonly Check[], ids: readonly string[]): readonly Station[] {
  return ids
    .flatMap((id) => checks.find((check) => check.id === id) ?? [])
    .map(({ title, state, summary, notes }) => ({
      state: markOfVerdict(state, notes ?? 0),
      title,
      texts: summary === null ? [] : [summary],
    }));
}
