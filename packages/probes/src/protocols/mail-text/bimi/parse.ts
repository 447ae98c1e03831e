import { parseTagList, type TextProblem } from '@sonde/contract/mail-text/tag-list';

/** A BIMI record (draft-brand-indicators-for-message-identification). */
export interface BimiRecord {
  readonly logoUrl: string | null;
  readonly certificateUrl: string | null;
  /** Both are deliberately empty: the domain does not participate. */
  readonly isDeclined: boolean;
  readonly problems: readonly TextProblem[];
}

export function isBimiRecord(text: string): boolean {
  return /^v=BIMI1[ \t]*(?:;|$)/i.test(text);
}

export function parseBimi(text: string): BimiRecord {
  const { tags, problems } = parseTagList(text);
  const found: TextProblem[] = [...problems];
  const urlOf = (name: string): string | null => {
    const tag = tags.find((one) => one.name.toLowerCase() === name);
    if (tag === undefined || tag.value === '') return null;
    if (/^https:\/\/\S+$/i.test(tag.value)) return tag.value;
    found.push({ column: tag.valueColumn, message: `an address of ${name} that is not https` });
    return null;
  };
  const logo = tags.find((one) => one.name.toLowerCase() === 'l');
  if (logo === undefined) found.push({ column: text.length + 1, message: 'no address of a logo (l)' });
  const [logoUrl, certificateUrl] = [urlOf('l'), urlOf('a')];
  return { logoUrl, certificateUrl, isDeclined: logo?.value === '' && certificateUrl === null, problems: found };
}
