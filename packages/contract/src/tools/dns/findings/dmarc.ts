import { type DmarcRecord, isDmarcRecord, parseDmarc } from '../../../mail-text/dmarc-record.ts';
import { joinedText } from './text-records.ts';
import type { DnsFinding, DnsView } from './view.ts';

const WHOLE = 100;

/**
 * The DMARC policy, if the answer contains it. It is published at `_dmarc` below the domain: if that name was not queried,
 * there is no finding.
 */
export function dmarcFindings({ rows, domain, end, rowsAt }: DnsView): DnsFinding[] {
  const isAsked = domain.startsWith('_dmarc.');
  const about = isAsked ? domain : (rows.find(({ name }) => name === `_dmarc.${domain}`)?.name ?? null);
  if (about === null) return [];
  const texts = (rowsAt(isAsked ? end : about, 'TXT') ?? []).map(({ fields }) => joinedText(fields[0] ?? ''));
  if (texts.length === 0) return [];
  const records = texts.filter(isDmarcRecord);
  const [record] = records;
  if (record === undefined) {
    const evidence = `${about} has TXT records, but none of them begins with v=DMARC1.`;
    const fix = `Add a policy there, for example "v=DMARC1; p=quarantine".`;
    return [{ code: 'dmarc-invalid', state: 'warn', about, evidence, fix }];
  }
  if (records.length > 1) {
    const evidence = `${about} has ${records.length} DMARC records: receivers then ignore all of them.`;
    return [{ code: 'dmarc-several', state: 'bad', about, evidence, fix: 'Keep one of them.' }];
  }
  return [judged(about, parseDmarc(record))];
}

function judged(about: string, record: DmarcRecord): DnsFinding {
  const { policy, hasPolicy, aggregate, isTesting, percent } = record;
  if (!hasPolicy && aggregate.length === 0) {
    const evidence = `The DMARC record of ${about} has no valid policy (p) and no address for reports (rua): it is ignored.`;
    return { code: 'dmarc-invalid', state: 'warn', about, evidence, fix: 'Add p=none, p=quarantine or p=reject.' };
  }
  // Without a valid policy, a record with an address for reports counts as p=none (RFC 9989 section 4.10.1).
  if (policy === 'none') {
    const evidence = `The policy of ${about} is ${hasPolicy ? 'none' : 'missing, which counts as none'}: forged mail is delivered.`;
    const fix = 'When the reports show that your own mail passes, change the policy to quarantine or reject.';
    return { code: 'dmarc-none', state: 'note', about, evidence, fix };
  }
  if (isTesting || (percent !== null && percent < WHOLE)) {
    const how = isTesting ? 't=y' : `pct=${percent}`;
    const evidence = `The policy of ${about} is ${policy}, with ${how}.`;
    return { code: 'dmarc-partial', state: 'warn', about, evidence, fix: `Remove ${how} from the record.` };
  }
  const evidence = `The policy of ${about} is ${policy}.`;
  return { code: 'dmarc-enforced', state: 'good', about, evidence, fix: null };
}
