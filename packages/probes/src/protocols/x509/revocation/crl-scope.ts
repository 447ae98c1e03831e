import {
  childrenOf,
  contextTag,
  type Der,
  expectTag,
  objectIdentifier,
  readOnly,
  sequenceOf,
  tags,
} from '@sonde/contract/x509/der';
import { latin1 } from '@sonde/contract/x509/text';

/** Which certificates of its issuer a list covers (RFC 5280 section 5.2.5). */
export interface CrlScope {
  /** URLs of the issuing distribution point; null for a list that is not partitioned. */
  readonly urls: readonly string[] | null;
  /** Only end-entity certificates, or only authorities; null: both. */
  readonly only: 'users' | 'authorities' | null;
  /** Why the list cannot be used, as the end of a sentence: another type of list, or an unsupported critical extension. */
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
    } else if (name === DELTA) scope.unusable = 'is a delta list, which holds changes only';
    else if (isCritical) scope.unusable = `has the critical extension ${name}, which is not supported here`;
  }
  return scope;
}

function readPoint(point: Der, scope: Mutable<CrlScope>): void {
  for (const field of childrenOf(point)) {
    const isTrue = field.content[0] !== 0;
    if (field.tag === contextTag(0)) scope.urls = urlsOf(field);
    else if (field.tag === primitive(1) && isTrue) scope.only = 'users';
    else if (field.tag === primitive(2) && isTrue) scope.only = 'authorities';
    else if (field.tag === primitive(3)) scope.unusable = 'covers only some reasons for revocation';
    else if (field.tag === primitive(4) && isTrue) scope.unusable = 'also covers certificates of other issuers';
    else if (field.tag === primitive(5) && isTrue) scope.unusable = 'covers attribute certificates';
  }
}

/** A name relative to the issuer's is not a URL. */
function urlsOf(place: Der): string[] {
  const names = childrenOf(place).find(({ tag }) => tag === contextTag(0));
  return (names === undefined ? [] : childrenOf(names)).flatMap(({ tag, content }) =>
    tag === primitive(6) ? [latin1(content)] : [],
  );
}
