import type { TlsRptPart } from '@sonde/contract';
import { NetFailure } from '../../../net/net.ts';
import { isTlsRptRecord, parseTlsRpt } from '../../../protocols/mail-text/tls-rpt/parse.ts';
import type { MailDns } from '../dns.ts';

/** @throws NetFailure when the name servers do not answer whether there is a record */
export async function tlsRptPart(dns: MailDns, domain: string): Promise<TlsRptPart> {
  const { state, texts, reason } = await dns.texts(`_smtp._tls.${domain}`);
  if (state === 'failed') throw new NetFailure(reason ?? 'servfail', `_smtp._tls.${domain}`);
  const records = texts.filter(isTlsRptRecord);
  const [record] = records;
  if (record === undefined || records.length > 1) return { record: null, records, uris: [], problems: [] };
  const { uris, problems } = parseTlsRpt(record);
  return { record, records, uris: [...uris], problems: [...problems] };
}
