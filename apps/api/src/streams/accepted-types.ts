const REFUSED = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i;

/** The media ranges of `Accept` in lower case, without their parameters and without those refused by `q=0` (RFC 9110). */
export function acceptedTypes(accept: string): string[] {
  return accept.split(',').flatMap((range) => {
    const [type = ''] = range.split(';');
    return REFUSED.test(range) ? [] : [type.trim().toLowerCase()];
  });
}
