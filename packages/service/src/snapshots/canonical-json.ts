import canonicalize from 'canonicalize';

/**
 * The canonical text of a JSON value (RFC 8785).
 * @throws Error for values outside I-JSON: a lone surrogate, NaN, an infinite number.
 */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('This value has no form in JSON.');
  return text;
}
