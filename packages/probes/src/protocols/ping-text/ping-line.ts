/** What a line of ping(8) from iputils means, in the C locale and with the options -n and -O. */
export type PingLine =
  | {
      readonly kind: 'reply';
      readonly seq: number;
      readonly timeMs: number;
      readonly ttl: number | null;
      readonly isDuplicate: boolean;
      /** Present if it is not the target's address. */
      readonly repliedBy?: string;
    }
  | { readonly kind: 'error'; readonly seq: number; readonly meaning: string; readonly router: string }
  /** The next packet was sent while this one has no reply yet. */
  | { readonly kind: 'waiting'; readonly seq: number }
  | { readonly kind: 'total'; readonly transmitted: number };

const REPLY =
  /^\d+ bytes from ([\da-fA-F.:]{2,45}): icmp_seq=(\d{1,5})(?: ttl=(\d{1,3}))? time=(\d{1,7}(?:\.\d{1,6})?) ms(.*)$/;
const ERROR = /^From ([\da-fA-F.:]{2,45}?):? icmp_seq=(\d{1,5}) ([\x20-\x7e]{1,80})$/;
const WAITING = /^no answer yet for icmp_seq=(\d{1,5})$/;
const TOTAL = /^(\d{1,5}) packets transmitted, /;

/** Reads one line; null for a truncated line or one that is not about a packet. */
export function parsePingLine(line: string): PingLine | null {
  const reply = REPLY.exec(line);
  if (reply !== null) {
    const [, from = '', seq, ttl, time, rest = ''] = reply;
    return {
      kind: 'reply',
      seq: Number(seq),
      timeMs: Number(time),
      ttl: ttl === undefined ? null : Number(ttl),
      isDuplicate: rest.includes('(DUP!)'),
      ...(rest.includes('(DIFFERENT ADDRESS!)') && { repliedBy: from }),
    };
  }
  const [, router = '', errorSeq, meaning = ''] = ERROR.exec(line) ?? [];
  if (errorSeq !== undefined) return { kind: 'error', seq: Number(errorSeq), router, meaning: meaning.trim() };
  const [, waitingSeq] = WAITING.exec(line) ?? [];
  if (waitingSeq !== undefined) return { kind: 'waiting', seq: Number(waitingSeq) };
  const [, transmitted] = TOTAL.exec(line) ?? [];
  return transmitted === undefined ? null : { kind: 'total', transmitted: Number(transmitted) };
}
