import canonicalize from 'canonicalize';

/**
 * The one text of a JSON value (RFC 8785).
 * @throws Error for what JSON does not have: a lone surrogate, NaN, an infinite number.
 */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('This value has no form in JSON.');
  return text;
}
