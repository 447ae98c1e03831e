import { parseTagList, type TextProblem } from '@sonde/contract/mail-text/tag-list';

/** The TXT record at `_smtp._tls` (RFC 8460 section 3). */
export interface TlsRptRecord {
  readonly uris: readonly string[];
  readonly problems: readonly TextProblem[];
}

export function isTlsRptRecord(text: string): boolean {
  return /^v=TLSRPTv1[ \t]*(?:;|$)/.test(text);
}

export function parseTlsRpt(text: string): TlsRptRecord {
  const { tags, problems } = parseTagList(text);
  const found: TextProblem[] = [...problems];
  const rua = tags.find(({ name }) => name === 'rua');
  if (rua === undefined) return { uris: [], problems: [...found, { column: text.length + 1, message: 'no rua' }] };
  const uris = rua.value.split(',').map((one) => one.trim());
  const isUri = (uri: string) => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i.test(uri);
  if (!uris.every(isUri))
    found.push({ column: rua.valueColumn, message: 'an address that is neither mailto nor https' });
  return { uris: uris.filter(isUri), problems: found };
}
