import { sized } from '../effort.ts';
import type { BenchReport, Target } from '../report.ts';
import { compareWithObservatory, judgedSets } from './compare-observatory.ts';

const SETS = 60;
/** A smoke run installs nothing. */
const asksPeers = sized(true, { smoke: false });

/** The judgement on header fields, compared with that of MDN's HTTP Observatory. */
export async function run(): Promise<BenchReport> {
  const own = judgedSets();
  const compared = asksPeers ? await compareWithObservatory() : null;
  return {
    conditions: { sets: own.length, tests: compared?.tests ?? 0 },
    targets: [
      target(`header sets that are missing for ${SETS}`, Math.max(0, SETS - own.length), 0),
      ...(compared === null
        ? []
        : [
            target(
              'judgements that differ from the Observatory without an explanation',
              compared.unexplained.length,
              0,
            ),
            target('explanations of differences that are not there', compared.stale.length, 0),
          ]),
    ],
    lines: [
      `${own.length} header sets, ${own.filter((codes) => codes.length === 0).length} of them without a finding`,
      ...(compared === null
        ? []
        : [
            `${compared.judgements} judgements of the Observatory: ${compared.explained.length} differ, all in bench/web-check/observatory-differences.ts`,
            ...compared.unexplained.map((one) => `unexplained: ${one}`),
            ...compared.stale.map((one) => `no difference: ${one}`),
          ]),
    ],
    rounds: [{ explained: compared?.explained ?? [] }],
  };
}

const target = (what: string, value: number, limit: number): Target => ({ what, value, limit, isMet: value <= limit });
