import type { Anchors } from './anchors.ts';
import { isSignedBy, type Member, nameKey } from './member.ts';

/** From the server's certificate upwards; every signature in it has been verified. */
export interface Path {
  readonly members: readonly Member[];
  /** True when the last one is a trust anchor. */
  readonly isTrusted: boolean;
  /** True when there is one of the name of the last one's issuer, and the signature is not by its key. */
  readonly isForged: boolean;
}

/** Honest paths have three or four members. */
const MAX_MEMBERS = 10;
/** A hostile server may send hundreds of certificates that all claim to be each other's issuers. */
const MAX_VERIFICATIONS = 200;
const MAX_PATHS = 32;

/**
 * Every path that the certificates allow (RFC 4158), those to trust anchors first; where there is none, the longest that
 * leads anywhere. The order in which they were sent does not matter, nor do others among them.
 */
export function findPaths(leaf: Member, served: readonly Member[], anchors: Anchors): readonly Path[] {
  const candidates = byName(served);
  const found: Path[] = [];
  let verifications = 0;
  const walk = (members: readonly Member[]): void => {
    const last = members.at(-1) ?? leaf;
    if (anchors.has(last)) {
      found.push({ members, isTrusted: true, isForged: false });
      return;
    }
    const key = nameKey(last.x509.issuer);
    const issuers = members.length < MAX_MEMBERS ? [...anchors.named(key), ...(candidates.get(key) ?? [])] : [];
    let isEnd = true;
    let isForged = false;
    for (const issuer of issuers) {
      if (members.some(({ fingerprint }) => fingerprint === issuer.fingerprint)) continue;
      if (found.length >= MAX_PATHS || verifications >= MAX_VERIFICATIONS) break;
      verifications += 1;
      if (isSignedBy(last, issuer)) {
        isEnd = false;
        walk([...members, issuer]);
      } else isForged = true;
    }
    if (isEnd) found.push({ members, isTrusted: false, isForged });
  };
  walk([leaf]);
  const trusted = found.filter(({ isTrusted }) => isTrusted);
  if (trusted.length > 0) return trusted;
  return found.toSorted((a, b) => b.members.length - a.members.length).slice(0, 1);
}

function byName(members: readonly Member[]): Map<string, Member[]> {
  const names = new Map<string, Member[]>();
  const seen = new Set<string>();
  for (const member of members) {
    if (seen.has(member.fingerprint)) continue;
    seen.add(member.fingerprint);
    const key = nameKey(member.x509.subject);
    names.set(key, [...(names.get(key) ?? []), member]);
  }
  return names;
}
