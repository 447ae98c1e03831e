import { daneFindings } from './dane-findings.ts';
import { dmarcFindings } from './dmarc-findings.ts';
import { exchangeFindings } from './exchange-findings.ts';
import { keyFindings } from './key-findings.ts';
import { serverFindings } from './server-findings.ts';
import { spfFindings } from './spf-findings.ts';
import type { MailFinding, UnjudgedMail } from './subject.ts';
import { transportFindings } from './transport-findings.ts';

/** The findings on the mail of a domain, part by part. */
export function mailFindings(answer: UnjudgedMail): MailFinding[] {
  return [
    ...exchangeFindings(answer),
    ...spfFindings(answer),
    ...keyFindings(answer),
    ...dmarcFindings(answer),
    ...transportFindings(answer),
    ...serverFindings(answer),
    ...daneFindings(answer),
  ];
}
