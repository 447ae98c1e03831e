import type { Unjudged } from '../../../finding/unjudged.ts';
import { gapsInWords } from '../../../finding/wording.ts';
import type { dns } from '../contract.ts';
import { aliasFindings } from './aliases.ts';
import { dnssecFindings } from './dnssec.ts';
import { extendedErrorFindings } from './extended-errors.ts';
import { mailFindings } from './mail.ts';
import { publicAnswerFindings } from './public-answers.ts';
import { type DnsFinding, viewOf } from './view.ts';
import { zoneFindings } from './zone.ts';

/** The probe's name for a gap of records that were read with checking disabled; the finding `dnssec-failed` covers it. */
const VALIDATION = 'DNSSEC validation';

/** The findings on the records of a name. They are based on these records alone: names that were not queried have none. */
export function dnsFindings(answer: Unjudged<typeof dns>): DnsFinding[] {
  const view = viewOf(answer);
  return [
    ...aliasFindings(view),
    ...dnssecFindings(view),
    ...extendedErrorFindings(view),
    ...zoneFindings(view),
    ...mailFindings(view),
    ...publicAnswerFindings(answer),
    ...gapFindings(answer),
  ];
}

function gapFindings({ domain, gaps, validationFailed }: Unjudged<typeof dns>): DnsFinding[] {
  const missing = gaps.filter(({ part }) => part !== VALIDATION || !validationFailed);
  if (missing.length === 0) return [];
  const fix = 'Look it up again later. If it fails again, query the name servers of the zone directly.';
  return [{ code: 'records-unknown', state: 'unknown', about: domain, evidence: gapsInWords(missing), fix }];
}
