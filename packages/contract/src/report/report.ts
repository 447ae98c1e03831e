import * as z from 'zod/mini';
import { described } from '../described.ts';
import { FailureEnvelope, Gap } from '../envelope.ts';
import { CheckResult, verdictField } from '../finding/check-result.ts';
import { Finding } from '../finding/finding.ts';
import { isEssential } from '../reading.ts';
import { requiredField } from '../target-field.ts';
import { toHostName } from '../targets/domain.ts';
import { toIpv4 } from '../targets/ipv4.ts';
import { toIpv6 } from '../targets/ipv6.ts';
import { exampleOf } from '../targets/kind-words.ts';
import { readPasted } from '../targets/pasted.ts';
import { hostKinds, type TargetKind } from '../targets/target-kinds.ts';
import { tools } from '../tools/index.ts';
import { reportCost, reportPartsOf } from './report-parts.ts';

/** The kinds of target for a report: a name, of a domain or of a host in it, or an address. */
const reportKinds: readonly TargetKind[] = hostKinds;

const INVALID = `Please enter a domain name or an IP address (e.g. ${exampleOf('domain')})`;

/** A name as lower-case A-labels, or an address in canonical form; for a pasted URL, its host. */
const reportTargetField = requiredField('target', { missing: INVALID, invalid: INVALID }, toReportTarget);

function toReportTarget(text: string): string | null {
  return toIpv4(text) ?? toIpv6(text) ?? toHostName(text) ?? pastedHost(text);
}

function pastedHost(text: string): string | null {
  const read = readPasted(text);
  return read !== null && reportKinds.includes(read.kind) ? read.host : null;
}

const tool = described(z.string(), 'The id of the tool.', 'dns');

/** The answer of one tool, as in the envelope of its own call. */
export const PartAnswer = z.object({
  success: described(z.literal(true), 'Always true for an answer.', true),
  message: described(z.string(), 'OK.', 'OK'),
  _data: isEssential(
    described(z.record(z.string(), z.unknown()), 'The answer as defined by the contract of the tool.', {
      domain: 'example.com',
      gaps: [],
      findings: [],
    }),
  ),
});

/** One tool's part of a report: the envelope that its own call returns. */
export const ReportPart = z.object({
  tool: isEssential(tool),
  outcome: isEssential(
    described(z.union([PartAnswer, FailureEnvelope]), 'The envelope that the tool’s own call returns for this target.'),
  ),
});
export type ReportPart = z.infer<typeof ReportPart>;

/** A finding, with the tool that reported it. */
export const ReportFinding = z.extend(Finding, {
  tool: isEssential(tool),
  also: described(
    z.optional(
      z.array(
        z.object({
          tool: isEssential(tool),
          code: isEssential(described(z.string(), 'The code of the finding.', 'dnssec-failed')),
        }),
      ),
    ),
    'Findings of the same cause, which are not listed separately; absent if there are none.',
  ),
});
export type ReportFinding = z.infer<typeof ReportFinding>;

const counts = z.object({
  mend: isEssential(described(z.int(), 'What should be fixed: findings in the states bad and warn.', 3)),
  know: isEssential(described(z.int(), 'What is worth knowing: findings in the state note.', 5)),
  well: isEssential(described(z.int(), 'What is good: findings in the state good.', 31)),
  notMeasured: isEssential(
    described(z.int(), 'Number of findings in the state unknown, plus the tools without an answer.', 2),
  ),
});
export type ReportCounts = z.infer<typeof counts>;

const data = z.object({
  target: isEssential(
    described(z.string(), 'The target: a name as A-labels (RFC 5890), or an address in canonical form.', 'example.com'),
  ),
  verdict: z.optional(verdictField),
  checks: described(
    z.optional(z.array(CheckResult)),
    'One per tool, in the order of the parts: its verdict, and its worst finding or how many of its checks are good.',
    [],
  ),
  counts: isEssential(described(counts, 'The numbers of findings, grouped by what they ask of the reader.')),
  findings: isEssential(
    described(
      z.array(ReportFinding),
      'The findings of all tools: the most severe first, and of these what breaks for most visitors. What several tools see of one cause is listed once.',
    ),
  ),
  parts: isEssential(described(z.array(ReportPart), 'The results of the tools, in the order of display.')),
  gaps: described(z.array(Gap), 'The tools that gave no answer; `part` is the id of the tool.'),
  checkedAt: described(
    z.optional(z.string()),
    'When the oldest answer was measured, ISO 8601 in UTC; absent if there is no answer.',
    '2026-11-22T14:03:21.482Z',
  ),
});
/** A report is a plain JSON value. */
export type ReportData = z.infer<typeof data>;

const allTools = Object.values(tools);
const unique = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

/** The call that combines the answers of all tools that take part in a report. Not a tool, since it measures nothing itself. */
export const report = {
  id: 'report',
  path: '/api/v2/report',
  title: 'Report',
  summary: 'What every tool finds about one target',
  query: z.object({
    target: described(reportTargetField, 'A domain, a host name, or an IP address.', exampleOf('domain')),
  }),
  target: 'target',
  targetKinds: reportKinds,
  answer: data,
  progress: ReportPart,
  /** The name of the events that carry the parts of a stream. */
  partEvent: 'part',
  failures: unique(allTools.flatMap((one) => (one.report === undefined ? [] : [...one.failures]))),
  reasons: unique(allTools.flatMap((one) => (one.report === undefined ? [] : [...one.reasons]))),
  /** The cost for a domain; a report on an address has fewer parts. */
  cost: reportCost(reportPartsOf(exampleOf('domain'))),
  example: { target: exampleOf('domain') },
} as const;
