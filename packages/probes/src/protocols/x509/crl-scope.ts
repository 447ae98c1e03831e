import { childrenOf, contextTag, type Der, expectTag, objectIdentifier, readOnly, sequenceOf, tags } from './der.ts';
import { latin1 } from './text.ts';

/** Which certificates of its issuer a list is about (RFC 5280 section 5.2.5). */
export interface CrlScope {
  /** Where lists with this part of the certificates are published; null where it is not divided into parts. */
  readonly urls: readonly string[] | null;
  /** Only servers and people, only authorities; null: both. */
  readonly only: 'users' | 'authorities' | null;
  /** Why nothing can be concluded from it: another kind of list, or one with an extension that is not understood. */
  readonly unusable: string | null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const DELTA = '2.5.29.27';
const primitive = (number: number) => contextTag(number, { isConstructed: false });

/** @throws X509FormatError */
export function crlScope(extensions: readonly Der[]): CrlScope {
  const scope: Mutable<CrlScope> = { urls: null, only: null, unusable: null };
  for (const extension of extensions) {
    const [identifier, ...rest] = sequenceOf(extension);
    const name = objectIdentifier(identifier);
    const isCritical = rest[0]?.tag === tags.boolean && rest[0].content[0] !== 0;
    if (name === ISSUING_DISTRIBUTION_POINT) {
      readPoint(readOnly(expectTag(rest.at(-1), tags.octetString).content, tags.sequence), scope);
    } else if (name === DELTA) scope.unusable = 'holds changes only';
    else if (isCritical) scope.unusable = `has the critical extension ${name}, which is unknown here`;
  }
  return scope;
}

function readPoint(point: Der, scope: Mutable<CrlScope>): void {
  for (const field of childrenOf(point)) {
    const isTrue = field.content[0] !== 0;
    if (field.tag === contextTag(0)) scope.urls = urlsOf(field);
    else if (field.tag === primitive(1) && isTrue) scope.only = 'users';
    else if (field.tag === primitive(2) && isTrue) scope.only = 'authorities';
    else if (field.tag === primitive(3)) scope.unusable = 'is about some reasons for revocation only';
    else if (field.tag === primitive(4) && isTrue) scope.unusable = 'is about certificates of other issuers too';
    else if (field.tag === primitive(5) && isTrue) scope.unusable = 'is about attribute certificates';
  }
}

/** A name relative to the issuer's stands for no address. */
function urlsOf(place: Der): string[] {
  const names = childrenOf(place).find(({ tag }) => tag === contextTag(0));
  return (names === undefined ? [] : childrenOf(names)).flatMap(({ tag, content }) =>
    tag === primitive(6) ? [latin1(content)] : [],
  );
}
