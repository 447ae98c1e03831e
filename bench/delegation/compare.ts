import type { Said } from './contenders.ts';
import { type Explanation, explanations } from './explanations.ts';

type OfZone = Pick<Said, 'codes' | 'raw'>;

export interface ZoneSaid {
  readonly zone: string;
  readonly sonde: OfZone;
  readonly dnsviz: OfZone;
  readonly zonemaster: OfZone;
}

export interface Comparison {
  readonly lines: readonly string[];
  /** Codes of a peer that no row explains. */
  readonly unexplained: readonly string[];
  /** Correct findings of a peer that Sonde lacks. */
  readonly missing: readonly string[];
}

const peers = ['dnsviz', 'zonemaster'] as const;
type Peer = (typeof peers)[number];

type Judged =
  | { readonly kind: 'same' | 'missing' | 'unexplained'; readonly what: string }
  | { readonly kind: 'excused'; readonly what: string; readonly row: Explanation };

/** Compares the findings of the peers with those of Sonde, zone by zone. */
export function compare(all: readonly ZoneSaid[]): Comparison {
  const judged = all.flatMap((said) =>
    peers.flatMap((peer) => said[peer].codes.map((code) => judge(said, peer, code))),
  );
  const ofKind = (kind: Judged['kind']) => judged.filter((one) => one.kind === kind).map(({ what }) => what);
  const [unexplained, missing] = [ofKind('unexplained'), ofKind('missing')];
  const excused = judged.filter((one) => one.kind === 'excused');
  const reasons = [...new Set(excused.map(({ row }) => row.why))].map((why) => {
    const where = excused.filter(({ row }) => row.why === why).map(({ what }) => what);
    return `${where.length} not taken over: ${why} (first: ${where[0]})`;
  });
  return {
    unexplained,
    missing,
    lines: [
      `${all.length} zones; sonde has ${ofKind('same').length} findings of dnsviz and zonemaster-cli too, in its own words`,
      ...peers.map((peer) => `sonde's findings that ${peer} lacks: ${countOf(all, peer)}`),
      ...reasons,
      ...all.flatMap(missedLine),
      ...unexplained.map((what) => `UNEXPLAINED ${what}`),
      ...missing.map((what) => `MISSING ${what}`),
    ],
  };
}

function judge({ zone, sonde }: ZoneSaid, peer: Peer, code: string): Judged {
  const fitting = explanations.filter((one) => fits(one, peer, code, zone));
  const what = `${zone}: ${peer} ${code} (sonde: ${sonde.codes.join(' ') || 'nothing'})`;
  if (fitting.some((one) => one.sonde.some((own) => sonde.codes.includes(own)))) return { kind: 'same', what };
  const row = fitting.find((one) => one.sonde.length === 0);
  if (row !== undefined) return { kind: 'excused', what, row };
  return { kind: fitting.length === 0 ? 'unexplained' : 'missing', what };
}

function fits({ peer, code, zones }: Explanation, by: Peer, said: string, zone: string): boolean {
  return peer === by && code.test(said) && (zones === undefined || zones.test(zone));
}

/** Every peer expresses these in its own way, and they are not findings of a flaw. */
const ofVerdict = ['chain-broken', 'chain-unknown', 'zone-unsigned'];

/** Findings of Sonde for which a peer has no code that a row treats as equivalent. */
function lackedBy(said: ZoneSaid, peer: Peer): string[] {
  const rows = explanations.filter((one) => said[peer].codes.some((code) => fits(one, peer, code, said.zone)));
  const covered = rows.flatMap(({ sonde }) => sonde);
  return said.sonde.codes.filter((code) => !covered.includes(code) && !ofVerdict.includes(code));
}

function countOf(all: readonly ZoneSaid[], peer: Peer): number {
  return all.flatMap((said) => lackedBy(said, peer)).length;
}

function missedLine(said: ZoneSaid): string[] {
  const each = peers.flatMap((peer) => {
    const codes = lackedBy(said, peer);
    return codes.length === 0 ? [] : [`${peer} lacks ${codes.join(' ')}`];
  });
  return each.length === 0 ? [] : [`${said.zone}: ${each.join('; ')}`];
}
