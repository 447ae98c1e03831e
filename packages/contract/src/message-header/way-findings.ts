import { quoted } from '../finding/wording.ts';
import { counted } from '../text/counted.ts';
import { type HeaderFinding, headerFinding } from './header-finding.ts';
import { sealedResult } from './judged-results.ts';
import type { Hop, ReadHeader } from './read-header.ts';

/** Longer waits are worth a look: servers try again after some minutes. */
const SLOW_SECONDS = 600;
/** Clocks that differ by less are usual. */
const APART_SECONDS = 2;
/** Both are missing PTR records, of servers with different tasks. */
const OTHER_SERVERS = 'This is the server that sent; a check of a domain looks at those that receive its mail.';

/** The path: intermediaries, the sending address, waits, clocks. */
export function wayFindings(header: ReadHeader): HeaderFinding[] {
  return [...listFinding(header), ...senderFinding(header), ...timeFindings(header.hops)];
}

function listFinding(header: ReadHeader): HeaderFinding[] {
  const { list, seals } = header;
  // Providers seal every message that they take in; two seals, or a list, mean that somebody passed it on.
  if (list === null && seals < 2) return [];
  const through = list === null ? `It has ${counted(seals, 'ARC seal')}.` : `It came through the list ${quoted(list)}.`;
  const sealed = sealedResult(header, 'dmarc');
  const before = sealed === null ? '' : ` The first intermediary had found dmarc=${sealed.result} (ARC).`;
  return [headerFinding('header-through-list', 'note', list ?? '', `${through}${before}`, null)];
}

function senderFinding({ sender }: ReadHeader): HeaderFinding[] {
  if (sender?.hop?.hasNoReverseName !== true) return [];
  const { by, helo } = sender.hop;
  const seen = `${by ?? 'The receiving server'} found no name for ${sender.address}, which called itself ${quoted(helo ?? 'nothing')}.`;
  const evidence = `${seen} ${OTHER_SERVERS}`;
  const fix = `Ask the owner of the network for a PTR record for ${sender.address}.`;
  return [headerFinding('header-no-reverse-name', 'warn', sender.address, evidence, fix)];
}

/** A wait counts only as far as the next clock does not take it back. */
function timeFindings(hops: readonly Hop[]): HeaderFinding[] {
  const found: HeaderFinding[] = [];
  for (const [index, { delaySeconds, by }] of hops.entries()) {
    const before = hops[index - 1]?.by ?? 'the server before';
    const delay = delaySeconds ?? 0;
    const waited = delay + Math.min(0, hops[index + 1]?.delaySeconds ?? 0);
    if (waited >= SLOW_SECONDS) {
      const evidence = `From ${quoted(before)} to ${quoted(by ?? 'the next server')}, it took ${minutes(waited)}.`;
      const fix = `Look in the log of ${quoted(before)} for deferred attempts.`;
      found.push(headerFinding('header-slow-hop', 'warn', by ?? '', evidence, fix));
    }
    if (delay < -APART_SECONDS) {
      const evidence = `${quoted(by ?? 'A server')} has an earlier time than ${quoted(before)}, by ${minutes(-delay)}.`;
      found.push(headerFinding('header-clocks-apart', 'note', by ?? '', evidence, null));
    }
  }
  return found;
}

function minutes(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  const all = Math.round(seconds / 60);
  if (all < 120) return counted(all, 'minute');
  return `${counted(Math.floor(all / 60), 'hour')} ${all % 60} min`;
}
