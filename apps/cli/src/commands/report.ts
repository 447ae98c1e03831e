import { report, targetDescription } from '@sonde/contract';
import type { Arguments } from '../input/arguments.ts';
import { commonOptions, formatOption, outOption, placeholderOfName, readCommon } from '../input/options.ts';
import type { ReportCall } from '../report/make-report.ts';
import { reportFormats } from '../report/report-formats.ts';
import { defineCommand, type Read } from './command.ts';

/** The options of a lookup, with one additional format. */
const options = [
  ...commonOptions.map((one) => (one.name === 'format' ? formatOption(reportFormats) : one)),
  outOption(reportFormats),
];

export const reportCommand = defineCommand<ReportCall>({
  name: report.id,
  summary: report.summary,
  words: placeholderOfName(report.target),
  details: [[`${placeholderOfName(report.target)}:`, [targetDescription(report)]]],
  options: [{ heading: 'Options:', options }],
  examples: [
    `sonde ${report.id} ${String(report.example[report.target])}`,
    'sonde report example.com --out html > report.html',
  ],
  offered: () => 'hosts',
  read: readReport,
  run: async (asked, context) => {
    const { makeReport } = await import('../report/make-report.ts');
    const { withLookups } = await import('../engines.ts');
    return withLookups(context, asked.color, (lookups) => makeReport(asked, lookups));
  },
});

function readReport({ words: [target, ...others], values }: Arguments): Read<ReportCall> {
  if (target === undefined) return { problem: `${report.id} needs a ${report.target}.` };
  if (others.length > 0) return { problem: `${report.id} takes one ${report.target}, not ${others.length + 1}.` };
  const common = readCommon(values, reportFormats);
  return 'problem' in common ? common : { asked: { target, ...common } };
}
