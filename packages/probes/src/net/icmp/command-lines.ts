import type { PingLine } from '../../protocols/ping-text/ping-line.ts';
import { parseAddress } from '../guard/ip-address.ts';
import { specialUseOf } from '../guard/special-use.ts';
import type { PingEvent } from '../net.ts';
import type { PingPlan, Report } from './ping-engine.ts';

/** Turns the output of ping(8) into events of the packets. */
export interface LineReader {
  readonly hasReply: boolean;
  take(line: PingLine): void;
  /** Must be called after the last line: packets without a reply are then lost. */
  end(): void;
}

export function createLineReader({ count, replyTimeoutMs }: PingPlan, report: Report): LineReader {
  const settled = new Set<number>();
  const answered = new Set<number>();
  let sent = 0;

  /** ping(8) reports a packet only with its reply or with the next packet. */
  function sendUpTo(seq: number): void {
    for (; sent < Math.min(seq, count); sent++) report({ kind: 'sent', seq: sent + 1 });
  }

  function settle(event: Extract<PingEvent, { kind: 'reply' | 'lost' | 'error' }>): void {
    settled.add(event.seq);
    if (event.kind === 'reply') answered.add(event.seq);
    report(event);
  }

  function takeReply({ seq, timeMs, ttl, isDuplicate, repliedBy }: Extract<PingLine, { kind: 'reply' }>): void {
    if (isDuplicate || answered.has(seq)) {
      report({ kind: 'duplicate', seq });
    } else if (!settled.has(seq) && timeMs <= replyTimeoutMs) {
      settle({
        kind: 'reply',
        seq,
        timeMs,
        ttl,
        ...(repliedBy !== undefined && { repliedBy: publicAddress(repliedBy) }),
      });
    } else {
      if (!settled.has(seq)) settle({ kind: 'lost', seq });
      report({ kind: 'late', seq, timeMs });
    }
  }

  return {
    get hasReply() {
      return sent > 0;
    },
    take(line) {
      if (line.kind === 'total') {
        sendUpTo(line.transmitted);
        return;
      }
      const { seq } = line;
      if (seq < 1 || seq > count) return;
      sendUpTo(line.kind === 'waiting' ? seq + 1 : seq);
      if (line.kind === 'reply') takeReply(line);
      else if (line.kind === 'error' && !settled.has(seq))
        settle({ kind: 'error', seq, meaning: line.meaning, router: publicAddress(line.router) });
    },
    end() {
      for (let seq = 1; seq <= sent; seq++) if (!settled.has(seq)) settle({ kind: 'lost', seq });
    },
  };
}

/** Hides addresses in our own network. */
function publicAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null || specialUseOf(address) !== null ? null : text;
}
