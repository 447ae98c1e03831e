import type { DkimSearch, MailData, SpfPart } from '@sonde/contract';

/**
 * Whether any message from the domain can pass DMARC: SPF permits some sender, or there is a DKIM key. Null if one of the two
 * is unknown and the other does not suffice.
 */
export function canAlign(spf: SpfPart | null, dkim: DkimSearch | null): boolean | null {
  if (spf !== null && spf.record !== null && spf.allowsNobody === false && spf.problems.length === 0) return true;
  if (dkim?.state === 'found') return true;
  const isSpfRuledOut = spf !== null && spf.failure === null && (spf.record === null || passesNobody(spf));
  return isSpfRuledOut && dkim?.state === 'none' ? false : null;
}

/** No address passes, be it because of an error that every sender gets. */
function passesNobody({ allowsNobody, allowed, problems }: SpfPart): boolean {
  if (allowsNobody === true || problems.length > 0) return true;
  return allowed !== null && allowed.ipv4 === 0 && allowed.ipv6 === 0 && allowed.unknown.length === 0;
}

/** Whether the domain declares by all means that it neither receives nor sends mail. */
export function isParked({ mxKind, spf, dmarc }: Pick<MailData, 'mxKind' | 'spf' | 'dmarc'>): boolean | null {
  if (mxKind === 'mx' || mxKind === 'implicit') return false;
  if (spf !== null && spf.allowsNobody !== true) return false;
  if (dmarc !== null && dmarc.policy !== 'reject') return false;
  return mxKind === null || spf === null || dmarc === null ? null : true;
}
